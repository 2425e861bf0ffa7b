/** How much `npm run nightly` repeats, of random trials, attacks and kills. */
export const isNightly = process.env['PERIGEE_NIGHTLY'] !== undefined;

/** `npm test` takes the first of the trials, `npm run nightly` all of them. */
export function countTrials({ byDay, byNight }: { byDay: number; byNight: number }): number {
  return isNightly ? byNight : byDay;
}
