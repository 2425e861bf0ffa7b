import { expect, test } from 'vitest';
import { seriesKey } from '../../../src/contract/series-key.ts';
import { dayMs, noonMs } from '../ledger/open-test-ledger.ts';
import { head, makeRed, minuteMs, number, openStage } from './command-stage.ts';

const red = makeRed();
const redToo = makeRed({ test: 'walk a tree', span: 'walk', ratio: 1.5 });
const fine = makeRed({ span: 'wait', state: 'not-regressed', ratio: 1 });

test('an accept of all takes every series past a threshold that blocks, with how bad it is', async () => {
  const stage = openStage();
  const warns = makeRed({ span: 'log', blocking: false, threshold: { action: 'warn' } });
  stage.judge([redToo, red, warns, fine]);
  const answer = await stage.say('/perigee accept all because the checksum is worth it');
  expect(stage.ledger.listAccepts(42, noonMs)).toEqual([
    {
      ...{ id: 'A1', repositoryId: 42, number, commit: head, by: 'ada' },
      ...{ because: 'the checksum is worth it', atMs: noonMs + minuteMs },
      series: [redToo, red].map((series) => ({
        key: seriesKey(series),
        ...{ test: series.test, span: series.span, metric: 'latency' },
        change: series.evidence.change,
        changeAbsolute: series.evidence.changeAbsolute,
        upper: series.evidence.interval?.upper,
      })),
    },
  ]);
  expect(answer).toBe(
    [
      '> `/perigee accept all because the checksum is worth it`',
      '**A1**: accepted by `@ada` without an end. Because: the checksum is worth it',
      '- `"walk a tree/walk/latency"`: Latency +50.0%, up to +52.4%\n- `upload/send/latency`: Latency +20.0%, up to +21.9%',
      'It covers later commits of this pull request as long as they are no worse. `/perigee revoke A1` undoes it.',
    ].join('\n\n'),
  );
  expect(stage.woken).toEqual(['acme/sync#12']);
});

test('a series by name, with an end: what the report shows can be pasted', async () => {
  const stage = openStage();
  stage.judge([redToo, red]);
  const answer = await stage.say(
    '/perigee accept "walk a tree/walk/latency" because it is new until 2027-11-21',
  );
  expect(answer).toContain('until the end of 2027-11-21 (UTC)');
  expect(stage.ledger.listAccepts(42, noonMs)).toMatchObject([
    { until: '2027-11-21', series: [{ test: 'walk a tree' }] },
  ]);
  await stage.say('/perigee accept upload/send because a span stands for all its metrics');
  expect(stage.ledger.listAccepts(42, noonMs)).toHaveLength(2);
});

test('of a metric of which more is better the other end of the interval is how bad it may be', async () => {
  const stage = openStage();
  const series = makeRed({ metric: 'rate', ratio: 0.8 });
  const metric = { name: 'rate', unit: 'count', kind: 'gauge', direction: 'higher' } as const;
  const metrics = [{ ...metric, source: 'x', scope: 'tree', exactness: 'exact' } as const];
  stage.judge([series], { rest: { metrics } });
  await stage.say('/perigee accept all because it is so');
  const [accept] = stage.ledger.listAccepts(42, noonMs);
  expect(accept?.series[0]?.upper).toBe(series.evidence.interval?.lower);
});

const refused: [line: string, why: string][] = [
  ['upload/wait because x', '`upload/wait` is not among them'],
  ['upload/send nothing because x', '`nothing` is not among them'],
  ['* because x', '`*` is not among them'],
  ['UPLOAD because x', '`UPLOAD` is not among them'],
  ['all because x until 2026-11-20', '2026-11-20 is over'],
  ['all because x until 2027-11-23', 'more than a year ahead'],
];

test.each(refused)('`accept %s` accepts nothing, and says why', async (line, why) => {
  const stage = openStage();
  stage.judge([red, fine]);
  expect(await stage.say(`/perigee accept ${line}`)).toContain(why);
  expect(stage.ledger.listAccepts(42, noonMs, { all: true })).toEqual([]);
  expect(stage.woken).toEqual([]);
});

test('an accept until today holds today, one until the same day next year is taken', async () => {
  const stage = openStage();
  stage.judge([red]);
  expect(await stage.say('/perigee accept all because x until 2026-11-21')).toContain('**A1**');
  stage.setNow(noonMs + dayMs);
  expect(await stage.say('/perigee accept all because x until 2027-11-22')).toContain('**A2**');
});

test('what a name can mean in two ways is listed, and not guessed', async () => {
  const stage = openStage();
  const other = makeRed({ test: 'upload/send', span: 'x' });
  stage.judge([red, other]);
  const answer = await stage.say('/perigee accept upload/send because x');
  expect(answer).toContain('is ambiguous');
  expect(answer).toContain('- `upload/send/latency`\n- `upload/send/x/latency`');
  expect(await stage.say('/perigee accept upload/send/latency because x')).toContain('**A1**');
});

test('where nothing is red nothing is accepted, and what was accepted is named', async () => {
  const stage = openStage();
  stage.judge([fine]);
  expect(await stage.say('/perigee accept all because x')).toContain('nothing to accept');
  stage.judge([red]);
  await stage.say('/perigee accept all because x');
  const again = await stage.say('/perigee accept all because x');
  expect(again).toContain('nothing to accept');
  expect(again).toContain('Already accepted: A1.');
});

test('an alarm that a fresh runner cleared is not accepted; one that waits for it is', async () => {
  const stage = openStage();
  stage.judge([red, redToo], { attempt: 1 });
  const calm = makeRed({ state: 'not-regressed', ratio: 1 });
  Object.assign(stage.run, { attempt: 2 });
  stage.judge([calm, redToo], { attempt: 2, shards: [0] });
  expect(await stage.say('/perigee accept upload because x')).toContain('is not among them');
  await stage.say('/perigee accept all because x');
  expect(stage.ledger.listAccepts(42, noonMs)).toMatchObject([
    { series: [{ test: 'walk a tree' }] },
  ]);
});

test('a test that fails is covered by no accept', async () => {
  const stage = openStage();
  const counts = { failed: 0, timedOut: 0, interrupted: 0 };
  const broken = {
    name: 'upload',
    before: { ...counts, passed: 5 },
    after: { ...counts, passed: 0, failed: 5 },
  };
  stage.judge([redToo], { rest: { tests: [broken] } });
  expect(await stage.say('/perigee accept all because x')).toContain(
    'Not covered: tests that fail (`upload`)',
  );
});
