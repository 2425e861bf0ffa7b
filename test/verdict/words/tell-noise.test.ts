import { expect, test } from 'vitest';
import { tellNoise } from '../../../src/verdict/words/tell-noise.ts';

const quiet = { metric: 'disk.writes', isRestless: false, betweenBuilds: 0 };

test('builds that differ are one problem, with the size for each metric', () => {
  const noises = [
    quiet,
    { ...quiet, metric: 'latency', betweenBuilds: 0.0149 },
    { ...quiet, metric: 'cpu.total', betweenBuilds: 0.02 },
  ];
  expect(tellNoise(noises, 1)).toEqual([
    {
      code: 'builds-differ',
      message: expect.stringContaining('latency by about 1.5%, cpu.total by about 2.02%') as string,
    },
  ]);
});

test('with one build a side the cure is several, and with four they are included', () => {
  const noises = [{ ...quiet, metric: 'latency', betweenBuilds: 0.0149 }];
  expect(tellNoise(noises, 1)[0]?.message).toContain('Write builds: 4 in perigee.yml');
  const [four] = tellNoise(noises, 4);
  expect(four?.message).toContain('The 4 builds of each side differ');
  expect(four?.message).not.toContain('perigee.yml');
});

test('metrics whose repeats fall into groups are named together', () => {
  const noises = [quiet, { ...quiet, metric: 'latency', isRestless: true }];
  expect(tellNoise(noises, 1).map(({ code }) => code)).toEqual(['two-states']);
  expect(tellNoise(noises, 1)[0]?.message).toContain('fall into two groups: latency.');
});

test('of quiet metrics nothing is told', () => {
  expect(tellNoise([quiet], 1)).toEqual([]);
});

test('of two hundred metrics with long names the message still fits into a verdict', () => {
  const noises = Array.from({ length: 200 }, (_, i) => ({
    metric: `${'m'.repeat(97)}${i}`,
    isRestless: true,
    betweenBuilds: 0.01,
  }));
  const problems = tellNoise(noises, 1);
  expect(problems).toHaveLength(2);
  for (const { message } of problems) {
    expect(message).toContain(' and 195 more');
    expect(message.length).toBeLessThanOrEqual(2000);
  }
});
