import { expect, test } from 'vitest';
import { judge } from '../../src/verdict/judge.ts';
import { listUndecidedTests } from '../../src/verdict/list-undecided-tests.ts';
import { options, sampleAggregate, sampleSeries, steady, suspected } from './sample-aggregate.ts';

const tally = (passed: number, failed = 0, timedOut = 0) => ({
  passed,
  failed,
  timedOut,
  interrupted: 0,
});
const fine = sampleSeries(steady(100), steady(100));
const noisy = [100, 110, 92, 107, 95].map((ms) => ms * 1e6);

test('a test that passed before and always fails after is a regression by itself', () => {
  const tests = [{ name: 'upload', before: tally(5), after: tally(0, 5) }];
  const verdict = judge(sampleAggregate([], { tests }), options);
  expect(verdict.conclusion).toBe('regressed');
  expect(verdict.headline).toContain('upload passed before and fails after');
});

test('where a part of the change is not in its checkout, a failing test does not speak against it', () => {
  const tests = [{ name: 'upload', before: tally(5), after: tally(0, 5) }];
  const problems = [{ code: 'work-left-out', message: 'inner/ is not measured' }];
  const verdict = judge(sampleAggregate([fine], { tests, problems }), options);
  expect(verdict.conclusion).toBe('incomplete');
  expect(verdict.headline).toContain('inner/ is not measured');
});

test('one that only times out says so', () => {
  const tests = [{ name: 'upload', before: tally(5), after: tally(0, 0, 5) }];
  const { headline } = judge(sampleAggregate([fine], { tests }), options);
  expect(headline).toContain('upload passed before and times out after');
});

test('one that fails now and then is not', () => {
  const tests = [{ name: 'upload', before: tally(5), after: tally(4, 1) }];
  expect(judge(sampleAggregate([fine], { tests }), options).conclusion).toBe('passed');
});

test.each([
  ['one failure after is not yet a change of the code', tally(1), tally(0, 1)],
  ['a test that also failed before may fail by itself', tally(3, 2), tally(0, 2)],
  ['a test that also timed out before may do so by itself', tally(3, 0, 1), tally(0, 0, 2)],
  ['a test that never passed has nothing to compare', tally(0, 2), tally(0, 2)],
])('%s: no red, and no green either', (_, before, after) => {
  const tests = [{ name: 'upload', before, after }];
  const verdict = judge(sampleAggregate([fine], { tests }), options);
  expect(verdict.conclusion).toBe('incomplete');
  expect(verdict.headline).toContain('upload');
});

const fresh = sampleSeries([], steady(100), { test: 'moved' });
const others = [{ name: 'upload', before: tally(5), after: tally(5) }];
const onlyAfter = { name: 'moved', before: tally(0, 5), after: tally(5) };

test('where nothing has a baseline, nothing was compared: not green', () => {
  const tests = [{ ...onlyAfter, isNew: true }];
  const verdict = judge(sampleAggregate([fresh], { tests }), options);
  expect(verdict.conclusion).toBe('undecided');
  expect(verdict.headline).toContain('no series has a baseline, 1 is new');
  const withOthers = judge(sampleAggregate([fresh, fine], { tests }), options);
  expect(withOthers.conclusion).toBe('passed');
  expect(withOthers.headline).toBe(
    'Nothing regressed in 1 series; a change under 5.0% could have been missed (Latency, where 5% is allowed); 1 new, without a baseline',
  );
});

test.each([
  ['failed', tally(0, 2)],
  ['timed out', tally(0, 0, 2)],
  ['is not in the record at all', tally(0)],
])('a test that is planned before too and %s there decides nothing, and is named', (_, before) => {
  const tests = [...others, { ...onlyAfter, before }];
  const { conclusion, headline, series } = judge(
    sampleAggregate([fine, fresh], { tests }),
    options,
  );
  expect(conclusion).toBe('undecided');
  expect(headline).toContain('never passed before the change');
  expect(headline).toContain('moved');
  const [open] = series;
  expect(open).toMatchObject({ test: 'moved', state: 'undecided', blocking: false });
  expect(open?.reason).toContain('planned before the change too');
});

test('one whose rules only warn is named too, and is not counted as compared', () => {
  const warns = { ...fresh, metric: 'page_faults.minor' };
  const aggregate = sampleAggregate([fine, warns], { tests: [...others, onlyAfter] });
  const { conclusion, headline } = judge(aggregate, options);
  expect(conclusion).toBe('passed');
  expect(headline).toMatch(/in 1 series;.*; 1 undecided.*never passed before the change.*moved/);
});

test('where no test passed before, nothing was compared, also if every rule only warns', () => {
  const warns = { ...fresh, metric: 'page_faults.minor' };
  const { conclusion, headline, series } = judge(
    sampleAggregate([warns], { tests: [onlyAfter] }),
    options,
  );
  expect(series[0]).toMatchObject({ state: 'undecided', threshold: { action: 'warn' } });
  expect(conclusion).toBe('undecided');
  expect(headline).toMatch(/^Undecided: nothing to compare with.*never passed before the change/);
});

test('a long list of them is cut, and a long headline leaves room for it', () => {
  const names = Array.from({ length: 9 }, (_, i) => `${i} ${'long '.repeat(20)}`);
  const tests = names.map((name) => ({ ...onlyAfter, name }));
  const gap = { code: 'foreign-shard', message: 'x'.repeat(900) };
  const aggregate = sampleAggregate([fine], { tests: [...others, ...tests], problems: [gap] });
  const { headline } = judge(aggregate, options);
  expect(headline.length).toBeLessThanOrEqual(500);
  expect(headline).toMatch(/xxx….*never passed before the change.*0 long.* and 6 more$/);
});

test('more pairs are not spent on what before never gives', () => {
  const aggregate = sampleAggregate([fine, fresh], { tests: [...others, onlyAfter] });
  expect(listUndecidedTests(judge(aggregate, options))).toEqual([]);
});

test('a metric that before leaves out of a span it ran is lost, and no new one', () => {
  const cpu = sampleSeries([], steady(300), { metric: 'cpu.total' });
  const { conclusion, series } = judge(sampleAggregate([fine, cpu]), options);
  expect(conclusion).toBe('undecided');
  expect(series[0]).toMatchObject({ metric: 'cpu.total', state: 'undecided' });
  expect(series[0]?.reason).toContain('left no value of this metric');
});

test('a span that is renamed is undecided by its old name, and new by the other', () => {
  const gone = sampleSeries(steady(100), [], { span: 'old' });
  const renamed = sampleSeries([], steady(300), { span: 'new' });
  const { conclusion, headline, series } = judge(sampleAggregate([fine, gone, renamed]), options);
  expect(conclusion).toBe('undecided');
  expect(headline).toContain('1 of them vanished');
  expect(series.map(({ span, state }) => [span, state])).toEqual([
    ['old', 'undecided'],
    ['new', 'no-baseline'],
    ['send', 'not-regressed'],
  ]);
});

test('a planned test without an execution makes the build incomplete', () => {
  const tests = [
    { name: 'upload', before: tally(5), after: tally(5) },
    { name: 'download', before: tally(0), after: tally(0) },
  ];
  const verdict = judge(sampleAggregate([fine], { tests }), options);
  expect(verdict.conclusion).toBe('incomplete');
  expect(verdict.headline).toContain('download');
});

test.each(['foreign-shard', 'duplicate-shard', 'stale-shard', 'metric-left-out'])(
  'a build with a %s is never green, and says why',
  (code) => {
    const problems = [{ code, message: 'run 7 was left out: it is of another plan' }];
    const worse = sampleSeries(steady(100), steady(130));
    const verdict = judge(sampleAggregate([fine], { problems }), options);
    expect(verdict.conclusion).toBe('incomplete');
    expect(verdict.headline).toContain('run 7 was left out: it is of another plan');
    expect(judge(sampleAggregate([worse], { problems }), options).conclusion).toBe('regressed');
  },
);

test('a problem that leaves nothing out of the comparison does not make it incomplete', () => {
  const problems = [{ code: 'superseded-shard', message: 'run 7 was measured again' }];
  expect(judge(sampleAggregate([fine], { problems }), options).conclusion).toBe('passed');
});

test('a missing shard makes the build incomplete, unless something regressed already', () => {
  const shards = { total: 2, received: [0], missing: [1] };
  const worse = sampleSeries(steady(100), steady(130));
  expect(judge(sampleAggregate([fine], { shards }), options).conclusion).toBe('incomplete');
  expect(judge(sampleAggregate([worse], { shards }), options).conclusion).toBe('regressed');
});

test('no series at all is a state of its own', () => {
  const verdict = judge(sampleAggregate([]), options);
  expect(verdict.conclusion).toBe('nothing-measured');
  // Reports set the conclusion before the headline and leave out what the headline repeats of it.
  expect(verdict.headline).toMatch(/^Nothing measured: no test/);
});

test('more pairs are asked for where a blocking series is undecided, and only there', () => {
  const series = [
    fine,
    suspected({ test: 'noisy' }),
    suspected({ test: 'warns', metric: 'page_faults.minor' }),
    sampleSeries(steady(100), [], { test: 'vanished' }),
  ];
  expect(listUndecidedTests(judge(sampleAggregate(series), options))).toEqual(['noisy']);
});

test('the worst comes first: blocking regressions by size, then what is open, then the rest', () => {
  const series = [
    fine,
    sampleSeries(steady(100), steady(80), { span: 'better' }),
    suspected({ span: 'open' }),
    sampleSeries(noisy, noisy.toReversed(), { span: 'not seen' }),
    sampleSeries(steady(100), steady(120), { span: 'bad' }),
    sampleSeries(steady(100), steady(150), { span: 'worst' }),
    sampleSeries(steady(1e5), steady(3e5), { span: 'warned', metric: 'page_faults.minor' }),
  ];
  const verdict = judge(sampleAggregate(series), options);
  const spans = verdict.series.map(({ span }) => span);
  expect(spans).toEqual(['worst', 'bad', 'warned', 'open', 'better', 'not seen', 'send']);
  expect(verdict.counts).toMatchObject({ regressed: 3, blocking: 2, improved: 1, undecided: 1 });
});
