/** Builds that differ though the code does not; and changes of most of a suite, which look the same at first. */
import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const seed = 7;
const rules = [{ where: 'a', match: {}, relative: 0.05, action: 'block' as const }];

/** Runs that vary by 0.3%; a series' after side is moved by what `shift` draws. */
function judgeBuild(shift: (random: () => number, series: number) => number, count = 200) {
  const random = createRandom(seed);
  const draw = (level: number) =>
    Array.from({ length: 10 }, () => level * Math.exp(0.003 * drawNormal(random)));
  const series = Array.from({ length: count }, (_, i) =>
    sampleSeries(draw(100e6), draw(100e6 * (1 + shift(random, i))), { span: `span ${i}` }),
  );
  return judge(sampleAggregate(series), { ...options, rules });
}
const codes = (verdict: ReturnType<typeof judge>) => verdict.problems.map(({ code }) => code);

test('series that the build moved by up to 5% and more are not red, and the report says why', () => {
  const verdict = judgeBuild((random) => 0.02 * drawNormal(random));
  expect(verdict.counts.regressed, `seed ${seed}`).toBe(0);
  expect(codes(verdict)).toContain('builds-differ');
  const { message } = verdict.problems.find(({ code }) => code === 'builds-differ')!;
  expect(message).toMatch(/latency by about (1\.\d+|2)%/);
});

test('a series that is far slower stands out of what the build moved', () => {
  const verdict = judgeBuild((random, i) => 0.02 * drawNormal(random) + (i === 0 ? 0.2 : 0));
  const red = verdict.series.filter(({ state }) => state === 'regressed');
  expect(red.map(({ span }) => span)).toEqual(['span 0']);
});

test('half of the series slower by a tenth are red all the same', () => {
  const verdict = judgeBuild((_random, i) => (i < 100 ? 0.1 : 0));
  expect(verdict.counts.regressed).toBe(100);
});

test('runs that explain the differences are told of no builds', () => {
  expect(codes(judgeBuild(() => 0))).toEqual([]);
});
