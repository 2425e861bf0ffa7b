/** Whether a number of a test blocks, and that no change turns around which way is better. */
import { expect, test } from 'vitest';
import type { Metric, RunRecord, Side } from '../../src/contract/documents.ts';
import { keepThresholds } from '../../src/suite/keep-thresholds.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { judgeRecords } from '../../src/pipeline/judge-records.ts';
import { latency, makeProfile, makeRecord } from '../aggregate/make-record.ts';

const declared = `version: 1
suite: sync
tests:
  - { name: upload, command: [node, upload.mjs] }
`;

type Said = Readonly<Record<Side, Metric['direction']>>;

/** Eight pairs; the number is 30% lower after the change. */
function recordOf(metric: Pick<Metric, 'name' | 'source'>, said: Said, factor = 0.7): RunRecord {
  const profiles = Array.from({ length: 8 }, (_, repeat) =>
    (['before', 'after'] as const).map((side) => {
      const value = 1e9 * (1 + (repeat % 3) / 1000) * (side === 'after' ? factor : 1);
      const { name } = metric;
      return makeProfile(side, repeat, 1e9, {
        metrics: [
          {
            ...latency,
            ...metric,
            unit: name === 'latency' ? 'ns' : 'count',
            direction: said[side],
          },
        ],
        spans: [{ span: 'work', annotations: {}, occurrences: 1, values: { [name]: value } }],
      });
    }),
  ).flat();
  return makeRecord(profiles);
}

function judgeOf(record: RunRecord, suiteText = declared) {
  const { verdict } = judgeRecords([record], { suite: parseSuite(suiteText, 'perigee.yml') });
  const kept = verdict.problems.filter(({ code }) => code === 'direction-kept');
  return { state: verdict.series.map(({ state }) => state), kept };
}

const speed = { name: 'speed', source: 'record' };

test('a number that both sides call better when higher is worse when it falls', () => {
  const { state, kept } = judgeOf(recordOf(speed, { before: 'higher', after: 'higher' }));
  expect([state, kept]).toEqual([['regressed'], []]);
});

test('a change that records the number with the other direction is judged by that of its base', () => {
  const { state, kept } = judgeOf(recordOf(speed, { before: 'higher', after: 'lower' }));
  expect(state).toEqual(['regressed']);
  expect(kept).toEqual([
    {
      code: 'direction-kept',
      test: 'upload',
      message:
        'speed: the change says that lower is better; until it is merged, higher is better, as before it',
    },
  ]);
});

test('a record in which both sides were turned around is judged by what the base declares', () => {
  const forged = recordOf(speed, { before: 'lower', after: 'lower' });
  const suite = `${declared}metrics:\n  speed: { unit: files/s }\n`;
  expect(judgeOf(forged, suite)).toMatchObject({ state: ['regressed'], kept: [{}] });
});

test('so is each metric of a distribution that the base declares', () => {
  const forged = recordOf({ ...speed, name: 'speed.p10' }, { before: 'lower', after: 'lower' });
  const suite = `${declared}metrics:\n  speed: { unit: files/s }\n`;
  expect(judgeOf(forged, suite)).toMatchObject({ state: ['regressed'], kept: [{}] });
});

test("Perigee's own metrics are better when lower, whatever a record says", () => {
  const forged = recordOf(latency, { before: 'higher', after: 'higher' }, 1.4);
  expect(judgeOf(forged)).toMatchObject({ state: ['regressed'], kept: [{}] });
});

test('a change that swaps customBiggerIsBetter for its opposite keeps the format of its base', () => {
  const withFormat = (format: string) =>
    parseSuite(
      declared.replace(' }', `, results: { file: out.json, format: ${format} } }`),
      'perigee.yml',
    );
  const { suite, problems } = keepThresholds(
    withFormat('customBiggerIsBetter'),
    withFormat('customSmallerIsBetter'),
    'perigee.yml',
  );
  expect(suite.tests[0]?.results?.format).toBe('customBiggerIsBetter');
  // The change of the suite is named all the same.
  expect(problems.map(({ code }) => code)).toEqual(['suite-changed']);
  const source = 'customSmallerIsBetter';
  const forged = recordOf({ name: 'ops', source }, { before: 'lower', after: 'lower' });
  const { verdict } = judgeRecords([forged], { suite });
  expect(verdict.series.map(({ state }) => state)).toEqual(['regressed']);
});

test.each([
  ['11% fewer block', 0.89, declared, true],
  ['8% fewer do not', 0.92, declared, false],
  [
    'once it is declared to warn, 11% fewer do not',
    0.89,
    `${declared}metrics: { speed: { direction: higher, worse: 10%, action: warn } }\n`,
    false,
  ],
])('of a number that nobody declares, %s', (_, factor, suiteText, isBlocking) => {
  const record = recordOf(speed, { before: 'higher', after: 'higher' }, factor);
  const { verdict } = judgeRecords([record], { suite: parseSuite(suiteText, 'perigee.yml') });
  expect(verdict.conclusion === 'regressed').toBe(isBlocking);
});
