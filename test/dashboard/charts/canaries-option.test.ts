import { expect, test } from 'vitest';
import { buildCanariesOption } from '../../../src/dashboard/charts/canaries-option.ts';
import type { MachineHistory } from '../../../src/explorer/answers.ts';
import type { ChartTheme } from '../../../src/report/chart/chart-theme.ts';

const theme = {
  ...{ before: 'grey', after: 'blue', warn: 'brown', good: 'green', bad: 'red', text: 'black' },
} as ChartTheme;

function draw(canaries: readonly (readonly number[])[], apartMs = 1) {
  const machine: MachineHistory = {
    ...{ suite: 'sync', platform: 'linux-x64', cpu: 'EPYC', cores: 4, alarms: [] },
    builds: [0, 1, 2].map((place) => ({ runId: `run-${place}`, atMs: place * apartMs })),
    canaries: canaries.map((values, i) => ({
      ...{ canary: `canary-${i}`, title: `canary ${i}`, values: [...values] },
    })),
  };
  return buildCanariesOption(machine, theme);
}

test('the axis does not reach below no time at all', () => {
  const { yAxis } = draw([[10, 10, 64]]);
  expect(yAxis).toMatchObject({ min: expect.closeTo(-0.055), max: expect.closeTo(5.94) });
  expect(draw([[0.1, 10, 10]]).yAxis).toMatchObject({ min: -1 });
});

test('builds of one day stand at their hours, others at their days', () => {
  const label = (apartMs: number, place: number): string => {
    const { axisLabel } = draw([[1, 1, 1]], apartMs).xAxis as {
      axisLabel: { formatter: (place: number) => string };
    };
    return axisLabel.formatter(place);
  };
  expect([label(3_600_000, 0), label(3_600_000, 2)]).toEqual(['00:00 UTC', '02:00 UTC']);
  expect(label(86_400_000, 2)).toBe('1970-01-03');
});

test('twelve canaries look different, and few builds are dots', () => {
  const { series } = draw(Array.from({ length: 12 }, () => [1, 1, 1]));
  const lines = series as { lineStyle: object; showSymbol: boolean }[];
  expect(new Set(lines.map(({ lineStyle }) => JSON.stringify(lineStyle))).size).toBe(12);
  expect(lines[0]?.showSymbol).toBe(true);
});
