import { expect, test } from 'vitest';
import type { Side } from '../../src/contract/documents.ts';
import { judgeRecords } from '../../src/pipeline/judge-records.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { makeProfile, makeRecord } from '../aggregate/make-record.ts';

const measured = (side: Side, span: string) =>
  makeProfile(side, 0, 5, {
    spans: [{ span, annotations: {}, occurrences: 1, values: { latency: 5 } }],
  });

/** The series of a record that says what was renamed: one, where its two spans are compared. */
function listSeries(spans: string): string[] {
  const record = makeRecord([measured('before', 'hash'), measured('after', 'digest')]);
  record.plan.renamed = [{ test: 'upload', spans: { digest: ['hash'] } }];
  const suite = `version: 1\nsuite: sync\ntests: [{ name: upload, command: [x]${spans} }]\n`;
  const { verdict } = judgeRecords([record], { suite: parseSuite(suite, 'perigee.yml') });
  return verdict.series.map(({ span }) => span);
}

test('only perigee.yml says what was renamed: a record could pair a span with any other', () => {
  expect(listSeries(', spans: { digest: { was: hash } }')).toEqual(['digest']);
  expect(listSeries('')).toEqual(['hash', 'digest']);
});
