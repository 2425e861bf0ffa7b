/** New tests and spans count for `gate.whenSuiteChanged`: work that moves there is compared with nothing. */
import { expect, test } from 'vitest';
import { chooseExit } from '../../src/cli/conclude-run.ts';
import type { Side } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { decide } from '../../src/gate/decide.ts';
import { weighNotSeen } from '../../src/gate/hold-not-seen.ts';
import { judgeRecords } from '../../src/pipeline/judge-records.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { makeProfile, makeRecord } from '../aggregate/make-record.ts';
import { makeSeries } from '../report/fixtures/make-verdict.ts';
import { makeFacts, withGate } from './make-facts.ts';

const unseen = { ...makeSeries({ test: 'a', smallestVisible: 0.18 }), seen: false };
const seen = { ...makeSeries({ test: 'b' }), seen: true };
const warning = { ...makeSeries({ test: 'c', threshold: { action: 'warn' } }), seen: false };
const fresh = makeSeries({ test: 'd', state: 'no-baseline' });
/** Half of what could block and was compared. */
const verdict = { series: [unseen, seen, warning, fresh], tests: [] };

test('series that only warn, and new ones, count on neither side of the share', () => {
  expect(weighNotSeen(verdict, { block: 0.49 })?.isHeld).toBe(true);
  expect(weighNotSeen(verdict, { block: 0.5 })).toBeUndefined();
});

test('what is not seen is named with its sight and with what helps', () => {
  const message = weighNotSeen(verdict, { note: 0, block: 0.2 })?.problem.message;
  expect(message).toMatch(
    /^1 of 2 series were not seen: a › send latency \(up to 18.0%, where 5% is allowed\)/,
  );
  expect(message).toContain('gate.whenNotSeen is block for more than 20%. Measure longer (time');
});

test('a note holds nothing, and nothing is said where all may be unseen or nothing was compared', () => {
  expect(weighNotSeen(verdict, { note: 0 })?.isHeld).toBe(false);
  expect(weighNotSeen(verdict, {})).toBeUndefined();
  expect(weighNotSeen({ series: [fresh], tests: [] }, { block: 0 })).toBeUndefined();
});

const run = (side: Side, repeat: number, factor: number) => {
  const whole = { span: wholeTestSpan, annotations: {}, occurrences: 1 };
  const spans = [{ ...whole, values: { latency: factor * 1e9 } }];
  return makeProfile(side, repeat, factor * 1e9, { spans });
};
/** Five noisy pairs of the same code. */
const noisy = makeRecord(
  [1, 1.3, 0.8, 1.2, 0.9].flatMap((factor, repeat) => [
    run('before', repeat, factor),
    run('after', repeat, 2 - factor),
  ]),
);
const suite = 'version: 1\nsuite: sync\ntests: [{ name: upload, command: [node, upload.mjs] }]\n';

test.each([
  ['pass', 0, false],
  ['note', 0, true],
  ['block', 4, true],
])('whenNotSeen: %s ends a command with %i', (setting, code, isNamed) => {
  const text = `${suite}gate: { whenNotSeen: ${setting} }\n`;
  const judged = judgeRecords([noisy], { suite: parseSuite(text, 'perigee.yml') });
  expect(judged.verdict.conclusion).toBe('passed');
  expect(judged.verdict.headline).toContain('of them not seen: ');
  const codes = judged.verdict.problems.map((problem) => problem.code);
  expect(codes.includes('not-seen')).toBe(isNamed);
  expect(chooseExit(judged, [noisy], { failOn: undefined, isSelection: false })).toBe(code);
  expect(chooseExit(judged, [noisy], { failOn: 'never', isSelection: false })).toBe(0);
});

test('the setting of the base counts, not that of the change', () => {
  const read = (setting: string) =>
    parseSuite(`${suite}gate: { whenNotSeen: ${setting} }\n`, 'perigee.yml');
  expect(judgeRecords([noisy], { suite: read('pass'), base: read('block') }).held).toContain(
    'gate.whenNotSeen: block',
  );
});

/** New tests and spans count for `gate.whenSuiteChanged`: work that moves there is compared with nothing. */
const read = (tests: readonly string[], whenSuiteChanged: string) =>
  parseSuite(
    `version: 1\nsuite: sync\ngate: { whenSuiteChanged: ${whenSuiteChanged} }\ntests:\n${tests
      .map((name) => `  - { name: ${name}, command: [node, upload.mjs] }\n`)
      .join('')}`,
    'perigee.yml',
  );

/** Five pairs of one test; what it does in a span is new where `span` is. */
function measure(span?: string) {
  const run = (side: Side, repeat: number) => {
    const spans = [wholeTestSpan, ...(span !== undefined && side === 'after' ? [span] : [])];
    const values = { latency: 1e9 + repeat };
    return makeProfile(side, repeat, values.latency, {
      spans: spans.map((name) => ({ span: name, annotations: {}, occurrences: 1, values })),
    });
  };
  return makeRecord(
    [0, 1, 2, 3, 4].flatMap((repeat) => [run('before', repeat), run('after', repeat)]),
  );
}

test.each([
  ['a new span of an old test', ['upload'], 'gzip', 'block', 'upload › gzip'],
  ['a new test', ['download'], undefined, 'block', 'upload'],
  ['nothing new', ['upload'], undefined, 'block', undefined],
  ['a new span, which is only noted', ['upload'], 'gzip', 'note', undefined],
])('%s', (_, before, span, setting, named) => {
  const suite = read(['upload'], setting);
  const judged = judgeRecords([measure(span)], { suite, base: read(before, setting) });
  const found = judged.verdict.problems.find(({ code }) => code === 'series-added');
  expect(found?.message.match(/compared with: (.*?)\. gate/)?.[1]).toBe(named);
  expect(judged.held !== undefined).toBe(named !== undefined);
  const attempt = { attempt: 1, shards: [0, 1, 2], verdict: judged.verdict };
  const configuration = withGate({ whenSuiteChanged: setting as 'block' | 'note' });
  const { state } = decide(makeFacts([attempt], { configuration }));
  if (named !== undefined) expect(state).toMatchObject({ outcome: 'suite-changed' });
  else expect(state).not.toMatchObject({ outcome: 'suite-changed' });
});
