import { gammaln } from 'simple-statistics';

/**
 * P(T > t) of Student's t for any real df > 0, exact in relative terms far into the tail:
 * half of the regularised incomplete beta function I_x(df/2, 1/2) at x = df/(df + t²).
 */
export function upperTail(t: number, df: number): number {
  const half = betaTail(df, t * t) / 2;
  return t >= 0 ? half : 1 - half;
}

/**
 * The t with P(T > t) = tail, for 0 < tail < 1. Found by bisection, so it is as exact as `upperTail`
 * and never fails to converge.
 */
export function upperQuantile(tail: number, df: number): number {
  if (tail > 0.5) return -upperQuantile(1 - tail, df);
  let low = 0;
  let high = 2;
  while (upperTail(high, df) > tail) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (upperTail(middle, df) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** I_x(df/2, 1/2) at x = df/(df + tt), the chance of a |T| above √tt. */
function betaTail(df: number, tt: number): number {
  if (tt === 0) return 1;
  if (tt === Infinity) return 0;
  const a = df / 2;
  const x = df / (df + tt);
  const complement = tt / (df + tt);
  const front = Math.exp(
    gammaln(a + 0.5) - gammaln(a) - gammaln(0.5) + a * Math.log(x) + 0.5 * Math.log(complement),
  );
  // The fraction converges fast on its own side of the mean only; the other side by symmetry.
  if (x < (a + 1) / (a + 2.5)) return (front * continuedFraction(x, a, 0.5)) / a;
  return 1 - (front * continuedFraction(complement, 0.5, a)) / 0.5;
}

/** The continued fraction of the incomplete beta function, DLMF 8.17.22, by Lentz's method. */
function continuedFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let value = d;
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 + term * d;
      d = 1 / (Math.abs(d) < tiny ? tiny : d);
      c = 1 + term / c;
      if (Math.abs(c) < tiny) c = tiny;
      change = c * d;
      value *= change;
    }
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return value;
}
