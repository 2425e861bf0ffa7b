import { expect, test } from 'vitest';
import type { Side } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { judgeRecords } from '../../src/pipeline/judge-records.ts';
import { keepThresholds } from '../../src/suite/keep-thresholds.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { makeProfile, makeRecord } from '../aggregate/make-record.ts';

const measured = (side: Side, span: string) =>
  makeProfile(side, 0, 5, {
    spans: [wholeTestSpan, span].map((name) => ({
      ...{ span: name, annotations: {}, occurrences: 1, values: { latency: 5 } },
    })),
  });

/** The series of a record that says what was renamed: one, where its two spans are compared. */
function listSeries(spans: string): string[] {
  const record = makeRecord([measured('before', 'hash'), measured('after', 'digest')]);
  record.plan.renamed = [{ test: 'upload', spans: { digest: ['hash'] } }];
  const suite = `version: 1\nsuite: sync\ntests: [{ name: upload, command: [x]${spans} }]\n`;
  const { verdict } = judgeRecords([record], { suite: parseSuite(suite, 'perigee.yml') });
  return verdict.series.flatMap(({ span }) => (span === wholeTestSpan ? [] : [span]));
}

test('only perigee.yml says what was renamed: a record could pair a span with any other', () => {
  expect(listSeries(', spans: { digest: { was: hash } }')).toEqual(['digest']);
  expect(listSeries('')).toEqual(['hash', 'digest']);
});

test('of a change its own rules are looked at: a mistyped one shows before it is merged', () => {
  const read = (test: string, span: string) =>
    parseSuite(
      `version: 1
suite: sync
tests: [{ name: ${test}, command: [x], tags: [of-${test}] }]
thresholds:
  rules:
    - { match: { span: ${span} }, worse: 5% }
    - { match: { tag: of-${test}, metric: latency }, worse: 9% }
`,
      'perigee.yml',
    );
  const record = makeRecord([measured('before', 'hash'), measured('after', 'hash')]);
  const judgeChange = (before: string, after: string): string[] => {
    const { suite } = keepThresholds(read('send', before), read('upload', after), 'perigee.yml');
    const { orphans, verdict } = judgeRecords([record], { suite });
    const found = verdict.problems.filter(({ code }) => code === 'rule-matches-nothing');
    expect(orphans).toBe(found.length);
    return found.map(({ message }) => message.split(': this rule')[0] ?? '');
  };
  expect(judgeChange('gone', 'hash')).toEqual([]);
  expect(judgeChange('hash', 'hsah')).toEqual(['perigee.yml:6:7']);
});
