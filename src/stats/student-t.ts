import { gammaln } from 'simple-statistics';

/** How surely each end of the interval of a change holds, in a verdict and wherever a change is shown. */
export const endConfidence = 0.95;

/** How surely a change is between both ends. */
export const intervalConfidence = 0.9;

/**
 * P(T > t) of Student's t for any real df > 0, exact in relative terms far into the tail:
 * half of the regularised incomplete beta function I_x(df/2, 1/2) at x = df/(df + t²).
 */
export function upperTail(t: number, df: number): number {
  const half = betaTail(df, t * t) / 2;
  return t >= 0 ? half : 1 - half;
}

/**
 * The t with P(T > t) = tail, for 0 < tail < 1. Newton's steps on logarithms, in which the tail is nearly straight;
 * a step that leaves what is known to hold the answer is replaced by its middle.
 */
export function upperQuantile(tail: number, df: number): number {
  if (tail > 0.5) return -upperQuantile(1 - tail, df);
  if (tail === 0.5) return 0;
  let low = 0;
  let high = 2;
  while (upperTail(high, df) > tail) {
    low = high;
    high *= 2;
  }
  let t = high;
  for (let step = 0; step < mostSteps; step += 1) {
    const reached = upperTail(t, df);
    if (reached > tail) low = t;
    else high = t;
    const slope = (t * density(t, df)) / reached;
    const next = t * Math.exp(Math.log(reached / tail) / slope);
    const inside = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(inside - t) <= 1e-14 * t) break;
    t = inside;
  }
  return t;
}

/** Bisection alone would need some sixty. */
const mostSteps = 100;

function density(t: number, df: number): number {
  const front = logBeta(df / 2) + 0.5 * Math.log(df);
  return Math.exp(-front - ((df + 1) / 2) * Math.log1p((t * t) / df));
}

/** Logarithm of B(a, 1/2). */
function logBeta(a: number): number {
  return gammaln(a) + logRootPi - gammaln(a + 0.5);
}

const logRootPi = Math.log(Math.PI) / 2;

/** I_x(df/2, 1/2) at x = df/(df + tt), the chance of a |T| above √tt. */
function betaTail(df: number, tt: number): number {
  if (tt === 0) return 1;
  if (tt === Infinity) return 0;
  const a = df / 2;
  const x = df / (df + tt);
  const complement = tt / (df + tt);
  const front = Math.exp(a * Math.log(x) + 0.5 * Math.log(complement) - logBeta(a));
  // The fraction converges fast on its own side of the mean only; the other side by symmetry.
  if (x < (a + 1) / (a + 2.5)) return (front * continuedFraction(x, a, 0.5)) / a;
  return 1 - (front * continuedFraction(complement, 0.5, a)) / 0.5;
}

/** The continued fraction of the incomplete beta function, DLMF 8.17.22, by Lentz's method. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= c * d;
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
