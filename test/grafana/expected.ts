/** What each question has to be answered with, worked out from the builds that the store holds. */
import { mean, median, sampleStandardDeviation } from 'simple-statistics';
import { canaries, machineSpan } from '../../src/contract/canaries.ts';
import { expectedOfMarks } from './expected-marks.ts';
import {
  type Answer,
  type Cell,
  choice,
  dayMs,
  group,
  isAfter,
  isChosen,
  isOfCode,
  isOfSpan,
  isSetAside,
  overTime,
  type Point,
  raw,
  secondMs,
  valueOf,
  type World,
} from './world.ts';

const figures = {
  range: (values: readonly number[]) =>
    (Math.max(...values) - Math.min(...values)) / median([...values]),
  cov: (values: readonly number[]) => sampleStandardDeviation([...values]) / mean([...values]),
  median: (values: readonly number[]) => median([...values]),
};

/** The figure of each build, as a point at its second. */
function figuresOfBuilds(own: readonly Point[], of: keyof typeof figures) {
  return [...Map.groupBy(own, ({ build }) => Math.floor(build.atMs / secondMs))].map(
    ([, points]) => ({ build: points[0]!.build, value: figures[of](points.map(valueOf)) }),
  );
}

const spanTags = ['test', 'span', 'platform', 'annotations'];

function figuresOverTime(of: keyof typeof figures): Answer {
  return ({ intervalMs, points }) => {
    const chosen = points.filter((one) => isChosen(one) && isOfCode(one) && isAfter(one));
    return group(points, chosen, spanTags, (own) =>
      overTime(figuresOfBuilds(own, of), intervalMs, (some) => [
        median(some.map(({ value }) => value)),
      ]),
    );
  };
}

/** A single row, whose time says nothing. */
function overall(of: keyof typeof figures, cellsOf: (values: number[]) => Cell[]): Answer {
  return ({ points, range }) => {
    const chosen = points.filter((one) => isChosen(one) && isOfCode(one) && isAfter(one));
    return group(points, chosen, spanTags, (own) => {
      const values = figuresOfBuilds(own, of).map(({ value }) => value);
      return [[range.fromMs, ...cellsOf(values)]];
    });
  };
}

function counted(countOf: (world: World) => number): Answer {
  return (world) => {
    const count = countOf(world);
    return count === 0 ? [] : [{ tags: {}, rows: [[world.range.fromMs, count]] }];
  };
}

const nameSpan = ({ annotations, build, platform, span, test }: Point): string =>
  JSON.stringify([build.suite, test, span, annotations, platform]);
const countSpans = (points: readonly Point[]): number =>
  new Set(points.filter(isOfCode).map(nameSpan)).size;

const ofMachines = ({ test }: Point): boolean => test === machineSpan.test;
const machineTags = ['annotation.cpu', 'annotation.cores'];

function medianOfCanary(name: string): Answer {
  return ({ intervalMs, points }) =>
    group(points, points.filter(ofMachines), machineTags, (own) =>
      overTime(own, intervalMs, (some) => [median(some.map(({ values }) => values[name]!))]),
    );
}

function medianOfSide(side: 'before' | 'after'): Answer {
  return ({ intervalMs, points }) => {
    const chosen = points.filter((one) => isOfSpan(one) && one.side === side);
    return group(points, chosen, ['side', 'platform', 'annotations'], (own) =>
      overTime(own, intervalMs, (some) => [median(some.map(valueOf))]),
    );
  };
}

function repeats(isWanted: (point: Point) => boolean): Answer {
  return ({ points }) => {
    const chosen = points.filter((one) => isOfSpan(one) && isAfter(one) && isWanted(one));
    return group(points, chosen, ['repeat', 'platform', 'annotations'], (own) =>
      raw(own, (one) => [valueOf(one)]),
    );
  };
}

function countOverTime(isWanted: (point: Point) => boolean): Answer {
  return ({ intervalMs, points }) => {
    const chosen = points.filter((one) => isChosen(one) && isOfCode(one) && isAfter(one));
    return [
      { tags: {}, rows: overTime(chosen.filter(isWanted), intervalMs, ({ length }) => [length]) },
    ];
  };
}

/** By dashboard, panel and query. */
export const expected: Readonly<Record<string, Answer>> = {
  ...expectedOfMarks,
  'overview / Builds stored / A': counted(({ builds }) => builds.length),
  'overview / Incomplete builds / A': counted(
    ({ builds }) => builds.filter(({ isComplete }) => !isComplete).length,
  ),
  'overview / Spans followed / A': counted(({ points }) => countSpans(points)),
  'overview / Repeats measured / A': counted(({ points }) => points.filter(isOfCode).length),
  'overview / Builds a day / A': ({ builds }) =>
    [...Map.groupBy(builds, ({ branchKind }) => branchKind)].map(([kind, own]) => ({
      tags: { branch_kind: kind },
      rows: overTime(
        own.map((build) => ({ build })),
        dayMs,
        ({ length }) => [length],
      ),
    })),
  'overview / Spans a day / A': ({ points }) =>
    [...Map.groupBy(points, ({ build }) => build.suite)].map(([suite, own]) => ({
      tags: { suite },
      rows: overTime(own, dayMs, (some) => [countSpans(some)]),
    })),
  'overview / Newest builds / A': ({ builds }) => [
    {
      tags: {},
      rows: builds.map((build) => [
        ...[build.atMs, build.repository, build.suite, build.branchKind, build.runId],
        ...[build.branch ?? '', String(build.pullRequest ?? ''), build.author ?? ''],
        ...[build.commit, build.isComplete ? 1 : 0, build.links?.['build'] ?? ''],
      ]),
    },
  ],
  'series / Level, repeats and outliers / A': ({ intervalMs, points }) => {
    const chosen = points.filter((one) => isOfSpan(one) && isAfter(one));
    return group(points, chosen, ['platform', 'annotations'], (own) =>
      overTime(own, intervalMs, (some) => [median(some.map(valueOf))]),
    );
  },
  'series / Level, repeats and outliers / B': repeats(() => true),
  'series / Level, repeats and outliers / C': repeats(isSetAside),
  'series / Before and after / A': medianOfSide('before'),
  'series / Before and after / B': medianOfSide('after'),
  'series / Distribution of the repeats / A': ({ points }) => {
    const chosen = points.filter((one) => isOfSpan(one) && isAfter(one));
    return [{ tags: {}, rows: raw(chosen, (one) => [valueOf(one)]) }];
  },
  'series / Repeats / A': ({ points }) => {
    const rows = raw(points.filter(isOfSpan), (one) => {
      const { build, outliers, platform, repeat, side } = one;
      const commit = side === 'after' ? build.commit : build.baseline;
      const marks = outliers.length === 0 ? '' : ` ${outliers.join(' ')} `;
      return [
        ...[valueOf(one), build.runId, commit, side, String(repeat), platform],
        ...[build.branchKind, marks],
      ];
    });
    return [{ tags: {}, rows }];
  },
  'variability / Range of the repeats of a build / A': figuresOverTime('range'),
  'variability / Coefficient of variation of a build / A': figuresOverTime('cov'),
  'variability / Noisiest spans, within a build / A': overall('range', (values) => [
    median(values),
    Math.max(...values),
  ]),
  'variability / Noisiest spans, between builds / A': overall('median', (values) => [
    sampleStandardDeviation(values) / mean(values),
    values.length,
  ]),
  'variability / Which metric goes with it / A': ({ points }) => {
    const chosen = points.filter((one) => isOfSpan(one) && isAfter(one));
    return [{ tags: {}, rows: raw(chosen, (one) => [one.values[choice.other]!, valueOf(one)]) }];
  },
  'variability / Repeats that the verdict set aside / A': countOverTime(isSetAside),
  'variability / Repeats that the verdict set aside / B': countOverTime(() => true),
  ...Object.fromEntries(
    canaries.map(({ name, title }) => [`canaries / Canary: ${title} / A`, medianOfCanary(name)]),
  ),
  'canaries / Kinds of machines / A': ({ points, range }) =>
    group(points, points.filter(ofMachines), ['platform', ...machineTags], (own) => {
      const values = own.map((one) => one.values['cpu.integer']!);
      return [[range.fromMs, values.length, median(values)]];
    }),
};
