/** Below this the recurrence is used; above it ten terms of the asymptotic series are exact to 1e-15. */
const asymptoticFrom = 12;

/** ψ(x), the derivative of ln Γ, for x > 0. Abramowitz & Stegun 6.3.5 and 6.3.18. */
export function digamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < asymptoticFrom; y += 1) shift -= 1 / y;
  const r = 1 / (y * y);
  const series =
    r *
    (1 / 12 - r * (1 / 120 - r * (1 / 252 - r * (1 / 240 - r * (1 / 132 - r * (691 / 32760))))));
  return shift + Math.log(y) - 1 / (2 * y) - series;
}

/** ψ′(x) for x > 0. Abramowitz & Stegun 6.4.6 and 6.4.12. */
export function trigamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < asymptoticFrom; y += 1) shift += 1 / (y * y);
  const r = 1 / (y * y);
  const series = r * (1 / 6 - r * (1 / 30 - r * (1 / 42 - r * (1 / 30 - r * (5 / 66)))));
  return shift + (1 + 1 / (2 * y) + series) / y;
}

/** ψ″(x) for x > 0, always negative. Abramowitz & Stegun 6.4.6 and 6.4.13. */
export function tetragamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < asymptoticFrom; y += 1) shift -= 2 / (y * y * y);
  const r = 1 / (y * y);
  const series = r * (1 / 2 - r * (1 / 6 - r * (1 / 6 - r * (3 / 10 - r * (5 / 6)))));
  return shift - (1 + 1 / y + series) * r;
}

/**
 * The y > 0 with ψ′(y) = value, for value > 0. Newton's method on 1/ψ′, which is close to linear,
 * so that it converges from below without overshooting (Smyth 2004, appendix).
 */
export function invertTrigamma(value: number): number {
  let y = 0.5 + 1 / value;
  for (let step = 0; step < 50; step += 1) {
    const current = trigamma(y);
    const next = Math.max(y + (current * (1 - current / value)) / tetragamma(y), 1e-3);
    if (Math.abs(next - y) <= 1e-14 * y) return next;
    y = next;
  }
  return y;
}
