/** New tests and spans count for `gate.whenSuiteChanged`: work that moves there is compared with nothing. */
import { expect, test } from 'vitest';
import type { Side } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { decide } from '../../src/gate/decide.ts';
import { judgeRecords } from '../../src/pipeline/judge-records.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { makeProfile, makeRecord } from '../aggregate/make-record.ts';
import { makeFacts, withGate } from './make-facts.ts';

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
