/**
 * The definition of a change for the detector. bench/change-points.ts shows how the accuracy depends on each setting:
 * they lie on plateaus, so that another set of series needs no other values.
 */
export interface DetectorSettings {
  /** Values on either side whose median is the level around a value. */
  levelReach: number;
  /** Values on either side from which the noise around a value is measured. */
  noiseReach: number;
  /** A value counts as at most so many deviations from the level around it. */
  clip: number;
  /** Correlation of neighbours is hidden from a running level; so much is added to what is seen. */
  hiddenCorrelation: number;
  /** Price of one more change point, in variances times the logarithm of the length. */
  penalty: number;
  /** Values that a level holds at least, between two others and at an end. */
  shortest: number;
  shortestAtEnd: number;
  /** A shift that came back within fewer values than this was a disturbance. */
  longestDisturbance: number;
  /** How clear a change has to be, in standard errors. */
  clearT: number;
  /** How clear the newest values have to be, together, for a change that they alone show. */
  freshT: number;
  /** Smallest change that counts, as a share. */
  smallest: number;
}

export const usualSettings: DetectorSettings = {
  levelReach: 7,
  noiseReach: 20,
  clip: 2,
  hiddenCorrelation: 0.15,
  penalty: 3,
  shortest: 4,
  shortestAtEnd: 8,
  longestDisturbance: 8,
  clearT: 4.5,
  freshT: 3.9,
  smallest: 0.02,
};
