package io.heddle.odf;

/** MQTT quality of service, numbered as in the FlatBuffers schema. */
public enum MqttQos {
  AtMostOnce,
  AtLeastOnce,
  ExactlyOnce
}
