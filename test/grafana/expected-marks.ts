/** What questions about alerts and the gate have to be answered with. */
import { machineSpan } from '../../src/contract/canaries.ts';
import { lastTransition } from '../../src/contract/alerts.ts';
import type { GateEntry } from '../../src/contract/documents.ts';
import type { ControlNight } from '../../src/contract/gate-record.ts';
import type { LevelMark } from '../../src/store/series-store.ts';
import type { Rows } from './ask-influx.ts';
import { type Answer, type Cell, choice, dayMs, type World } from './world.ts';

const { repository } = choice;

interface At {
  at: string;
}

function byDay<T extends At>(
  all: readonly T[],
  tagsOf: (one: T) => Record<string, string>,
  figure: (own: readonly T[]) => number,
): Rows[] {
  return [...Map.groupBy(all, (one) => JSON.stringify(tagsOf(one)))].map(([tags, own]) => ({
    tags: JSON.parse(tags) as Record<string, string>,
    rows: [...Map.groupBy(own, ({ at }) => Math.floor(Date.parse(at) / dayMs) * dayMs)].map(
      ([day, some]) => [day, figure(some)],
    ),
  }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const ofSuite = ({ suite }: { suite: string }) => ({ repository, suite });
const noTags = (): Record<string, string> => ({});

/** Over all that is shown; its time is where the range begins. */
function total(figure: (world: World) => number): Answer {
  return (world) => [{ tags: {}, rows: [[world.range.fromMs, figure(world)]] }];
}

function ofNights(figure: (own: readonly ControlNight[]) => number, tagsOf = ofSuite): Answer {
  return ({ nights }) => byDay(nights, tagsOf, figure);
}

const redOf = ({ judged }: GateEntry): number => (judged?.isRed === true ? 1 : 0);
const clearedOf = ({ judged }: GateEntry): number => judged?.cleared ?? 0;
const confirmedOf = ({ judged }: GateEntry): number => judged?.confirmed ?? 0;

const isOfCode = ({ series }: LevelMark): boolean => series.test !== machineSpan.test;

const alerts: Answer = ({ changes }) => [
  {
    tags: {},
    rows: changes.map(({ alert, atMs, series }): Cell[] => {
      const { because, by, state } = lastTransition(alert);
      return [
        ...[atMs, alert.repository, alert.suite, alert.number, state, series.change],
        ...[series.test, series.span, series.metric, series.platform, alert.commit],
        `${by}: ${because}`,
      ];
    }),
  },
];

export const expectedOfMarks: Readonly<Record<string, Answer>> = {
  'overview / Alerts / A': alerts,
  'gate / Alerts / A': alerts,
  'overview / Changes of levels / A': ({ levels }) => [
    {
      tags: {},
      rows: levels
        .filter(isOfCode)
        .map(({ atMs, change, commit, id, series, suite, ...one }): Cell[] => [
          ...[atMs, repository, suite, 'worse', change, one.confidence ?? null],
          ...[series.test, series.span, series.metric, series.platform, commit, id],
        ]),
    },
  ],
  'canaries / annotation: The machines changed / Anno': ({ levels }) => [
    {
      tags: {},
      rows: levels
        .filter((one) => !isOfCode(one))
        .map(({ atMs, text = '' }): Cell[] => [atMs, text, 'worse']),
    },
  ],
  'series / annotation: Where the level changed / Anno': ({ levels }) => {
    const own = levels.filter(({ series }) => {
      return series.test === choice.test && series.span === choice.span;
    });
    const rows = own.map(({ atMs, change, confidence = 0, series }): Cell[] => {
      const size = `${series.metric} +${(100 * change).toFixed(1)}%`;
      const sure = `${(100 * confidence).toFixed(1)}% sure`;
      return [atMs, `${series.test}/${series.span} ${size}, ${sure}`, 'worse'];
    });
    return [{ tags: {}, rows }];
  },
  'series / annotation: Alerts / Anno': ({ changes }) => {
    const rows = changes
      .filter(({ series }) => series.test === choice.test && series.span === choice.span)
      .map(({ alert, atMs, series }): Cell[] => {
        const { state } = lastTransition(alert);
        const size = `${series.metric} +${(100 * series.change).toFixed(1)}%`;
        const text = `${series.test}/${series.span} ${size}, alert ${alert.number}, ${state}`;
        return [atMs, text, state];
      });
    return rows.length === 0 ? [] : [{ tags: {}, rows }];
  },
  'gate / Builds judged / A': total(({ judged }) => judged.length),
  'gate / Red / A': total(({ judged }) => sum(judged.map(redOf))),
  'gate / Regressions cleared / A': total(({ judged }) => sum(judged.map(clearedOf))),
  'gate / Regressions confirmed / A': total(({ judged }) => sum(judged.map(confirmedOf))),
  'gate / Builds judged a day / A': ({ judged }) =>
    byDay(
      judged,
      (one) => ({ conclusion: one.judged?.conclusion ?? '' }),
      ({ length }) => length,
    ),
  'gate / Share of undecided builds / A': ({ judged }) =>
    byDay(judged, ofSuite, (own) => {
      return own.filter((one) => one.judged?.conclusion === 'undecided').length / own.length;
    }),
  'gate / What the controls found / A': ofNights((own) =>
    Math.min(...own.map(({ smallestFound = 0 }) => smallestFound)),
  ),
  'gate / What the controls found / B': ofNights((own) =>
    Math.max(...own.map(({ smallestVisible = 0 }) => smallestVisible)),
  ),
  'gate / Tests that a control asked, and those that turned red / A': ({ nights }) =>
    byDay(nights, noTags, (own) => sum(own.map(({ asked }) => asked))),
  'gate / Tests that a control asked, and those that turned red / B': ({ nights }) =>
    byDay(nights, noTags, (own) => sum(own.map(({ found }) => found))),
  'gate / Time that measuring took / A': ({ judged, nights }) => [
    ...byDay(
      judged,
      () => ({ kind: 'judged' }),
      (own) => sum(own.map(({ spent }) => spent.seconds)),
    ),
    ...byDay(
      nights,
      () => ({ kind: 'control' }),
      (own) => sum(own.map(({ seconds }) => seconds)),
    ),
  ],
  'gate / Red builds, and those with a second run / A': ({ judged }) => [
    {
      tags: {},
      rows: judged
        .filter((one) => redOf(one) + clearedOf(one) + confirmedOf(one) > 0)
        .map((one): Cell[] => [
          ...[Date.parse(one.at), repository, one.suite, one.judged?.conclusion ?? '', one.run],
          ...[one.commit, redOf(one), clearedOf(one), confirmedOf(one)],
        ]),
    },
  ],
};
