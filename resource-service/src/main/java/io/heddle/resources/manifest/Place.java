package io.heddle.resources.manifest;

/** Line and column in the text that was handed in, both from 1. */
public record Place(int line, int column) {}
