import { expect, test } from 'vitest';
import type { Aggregate, RunRecord, SeriesSamples } from '../../src/contract/documents.ts';
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
const unclear = [103, 110, 104, 113, 106].map((ms) => ms * 1e6);
const noisy = [60, 150, 90, 125, 80].map((ms) => ms * 1e6);

test.each([
  ['each series that can block is red', [slower, slower], 1, false, 'all-decided'],
  ['one is red and the other decided', [slower, same], 1, false, 'all-decided'],
  ['one may still turn red', [slower, unclear], 1, false, undefined],
  ['one may hide a regression', [slower, noisy], 1, false, undefined],
  [
    'one may still turn red, and the first is enough',
    [slower, unclear],
    1,
    true,
    'first-regression',
  ],
  ['only the report of all shards knows', [slower, slower], 2, false, undefined],
  ['nothing is red', [same, same], 1, true, undefined],
])('where %s, a run ends or goes on', (_, after, total, failsFast, ends) => {
  const series = after.map((values, i) => sampleSeries(same, values, { test: `t${i}` }));
  const record = { shard: { index: 0, total } } as RunRecord;
  const found = lookAt(record, { failsFast, judge: () => judge(sampleAggregate(series), options) });

  expect(found.isEnough).toBe(ends);
  expect(found.suspected ?? []).toEqual([]);
});

test('a run that is red by a broken test ends where nothing else is open', () => {
  const passed = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const broken = { name: 't0', before: passed, after: { ...passed, passed: 0, failed: 5 } };
  const sound = { ...broken, name: 't1', after: passed };
  const ends = [same, unclear].map((values) => {
    const series = [sampleSeries(same, values, { test: 't1' })];
    const record = { shard: { index: 0, total: 1 } } as RunRecord;
    const aggregate = sampleAggregate(series, { tests: [broken, sound] });
    return lookAt(record, { judge: () => judge(aggregate, options) }).isEnough;
  });
  expect(ends).toEqual(['all-decided', undefined]);
});

test.each([
  ['other metrics of a span that blocks', ['send latency', 'send cpu'], 1, []],
  ['the whole test around a span that blocks', ['send latency', 'whole test cpu'], 1, []],
  ['another span of its test', ['send latency', 'pack latency'], 1, ['t']],
  ['the only span of a test that blocks as a whole', ['whole test latency', 'send cpu'], 1, []],
  ['what only the report of all shards calls red', ['send latency', 'send cpu'], 2, ['t']],
])('%s: more pairs are asked for or not', (_, [red = '', open = ''], total, wanted) => {
  const name = (words: string) => {
    const [, span = '', metric = ''] = /^(.+) (\w+)$/.exec(words) ?? [];
    return { test: 't', span, metric };
  };
  const series = [sampleSeries(same, slower, name(red)), sampleSeries(same, unclear, name(open))];
  const found = lookAt({ shard: { index: 0, total } } as RunRecord, {
    judge: () => judge(sampleAggregate(series), options),
  });
  expect(found.hinted).toEqual(wanted);
  expect(found.isEnough).toBe(wanted.length === 0 ? 'all-decided' : undefined);
});

test('a run follows what is past its limit, as long as nothing is red and a look is left', () => {
  const follow = (series: SeriesSamples[], more: Partial<Aggregate> = {}, pairs = 0) =>
    lookAt({ shard: { index: 0, total: 1 } } as RunRecord, {
      judge: () => {
        const verdict = judge(sampleAggregate(series, more), options);
        for (const { after, before } of pairs === 0 ? [] : verdict.series)
          after.values = before.values = Array<number>(pairs).fill(1);
        return verdict;
      },
    }).suspected;
  const open = suspected({ test: 'open' });
  expect(follow([open])).toEqual(['open']);
  expect(follow([open, sampleSeries(same, slower, { test: 'red' })])).toEqual([]);
  const passed = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const broken = { name: 'broken', before: passed, after: { ...passed, passed: 0, failed: 5 } };
  expect(follow([open], { tests: [broken] })).toEqual([]);
  expect([79, 80].map((pairs) => follow([open], {}, pairs))).toEqual([['open'], []]);
});
