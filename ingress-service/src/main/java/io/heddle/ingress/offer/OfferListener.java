package io.heddle.ingress.offer;

/** Follows an offer, for the task's progress. */
public interface OfferListener {
  /** The aggregate has opened the ingestion, maybe once more. */
  void begun();

  /** So many rows were merged. */
  void merged(long rows);

  /** All rows were sent; the commit is awaited. */
  void ended();

  /** The aggregate has taken the ingestion back: no decision of it is committed any more. */
  void takenBack();

  /** The offer has to wait, or be repeated. */
  void waiting(String reason);
}
