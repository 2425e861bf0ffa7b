import { expect, test } from 'vitest';
import type { RunRecord, SeriesSamples } from '../../src/contract/documents.ts';
import { lookAt } from '../../src/pipeline/with-collector.ts';
import { judge } from '../../src/verdict/judge.ts';
import {
  options,
  sampleAggregate,
  sampleSeries,
  steady,
  suspected,
} from '../verdict/sample-aggregate.ts';

const [same, slower] = [steady(100), steady(200)];

test.each([
  ['each series that can block is red', [slower, slower], 1, false, 'all-regressed'],
  ['one may still turn red', [slower, same], 1, false, undefined],
  ['one may still turn red, and the first is enough', [slower, same], 1, true, 'first-regression'],
  ['only the report of all shards knows', [slower, slower], 2, false, undefined],
  ['nothing is red', [same, same], 1, true, undefined],
])('where %s, a run ends or goes on', (_, after, total, failsFast, ends) => {
  const series = after.map((values, i) => sampleSeries(same, values, { test: `t${i}` }));
  const record = { shard: { index: 0, total } } as RunRecord;
  const found = lookAt(record, { failsFast, judge: () => judge(sampleAggregate(series), options) });

  expect(found.isEnough).toBe(ends);
  expect(found.suspected ?? []).toEqual([]);
});

test('a run follows what is past its limit, as long as nothing is red', () => {
  const follow = (series: SeriesSamples[]) =>
    lookAt({ shard: { index: 0, total: 1 } } as RunRecord, {
      judge: () => judge(sampleAggregate(series), options),
    }).suspected;
  const open = suspected({ test: 'open' });
  expect(follow([open])).toEqual(['open']);
  expect(follow([open, sampleSeries(same, slower, { test: 'red' })])).toEqual([]);
});
