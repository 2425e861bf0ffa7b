import { makeControl, makeJudged } from '../../gate/record/make-entries.ts';
import { expect, test } from 'vitest';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { makeVerdict } from '../../report/fixtures/make-verdict.ts';
import { makeRunKey, noonMs, repository } from '../ledger/open-test-ledger.ts';
import { makeRed, minuteMs, openStage } from './command-stage.ts';

test('rerun measures all jobs again where none that measures failed', async () => {
  const stage = openStage();
  Object.assign(stage.run, { conclusion: 'failure' });
  Object.assign(stage.jobs[2] ?? {}, { conclusion: 'failure' });
  expect(await stage.say('/perigee rerun')).toContain('All jobs of the run are measured again.');
  expect(stage.reruns).toEqual(['run 9001 all']);
  expect(stage.woken).toEqual(['acme/sync#12']);
});

test('rerun runs what failed where a shard failed', async () => {
  const stage = openStage();
  Object.assign(stage.jobs[1] ?? {}, { conclusion: 'timed_out' });
  expect(await stage.say('/perigee rerun')).toContain('The jobs that failed are run again.');
  expect(stage.reruns).toEqual(['run 9001 failed']);
});

test('rerun of a test runs the job of its shard', async () => {
  const stage = openStage();
  expect(await stage.say('/perigee rerun walk a tree')).toContain(
    'The job `Shard 2` is run again.',
  );
  expect(stage.reruns).toEqual(['job 502']);
});

test('rerun of a test runs everything where the names of the jobs do not tell', async () => {
  const stage = openStage();
  stage.jobs.splice(0, 3, { ...stage.jobs[0]!, name: 'a' }, { ...stage.jobs[1]!, name: 'b' });
  expect(await stage.say('/perigee rerun upload')).toContain('All jobs of the run');
  expect(stage.reruns).toEqual(['run 9001 all']);
});

test('rerun says what is in the way', async () => {
  const stage = openStage();
  expect(await stage.say('/perigee rerun nothing')).toContain(
    'There is no test `nothing` here. There are: `upload`, `"walk a tree"`.',
  );
  Object.assign(stage.run, { status: 'in-progress' });
  expect(await stage.say('/perigee rerun')).toContain('A measurement is already in progress.');
  Object.assign(stage.run, { status: 'completed', head: 'd'.repeat(40) });
  expect(await stage.say('/perigee rerun')).toContain('The newest commit has no run to repeat');
  Object.assign(stage.run, { head: stage.pull.head });
  stage.failures.set(
    'rerunRun',
    new Refused('ci-not-allowed', '403 for @all: no permission `actions`'),
  );
  expect(await stage.say('/perigee rerun')).toContain(
    'That could not be done: 403 for `@all`: no permission `actions`.',
  );
  const message =
    'GitHub said 403 for run 1: the app may not do it (Resource not accessible by integration)';
  stage.failures.set('rerunRun', new Refused('ci-not-allowed', message, { status: 403 }));
  expect(await stage.say('/perigee rerun')).toContain(
    'the app may not run jobs again (actions: write); a maintainer can grant it.',
  );
  expect(stage.reruns).toEqual([]);
});

test('explain tells the evidence of a series, and what became of it', async () => {
  const stage = openStage();
  stage.judge([makeRed(), makeRed({ span: 'wait', state: 'not-regressed', ratio: 1 })]);
  const answer = await stage.say('/perigee explain upload/send', { author: 'eve' });
  expect(answer).toContain('> `/perigee explain upload/send`');
  expect(answer).toContain('perigee.yml:31');
  expect(answer).toContain('fresh runner');
  expect(await stage.say('/perigee explain')).toContain('send');
  expect(await stage.say('/perigee explain upload/wait')).toContain('wait');
  const unknown = await stage.say('/perigee explain down');
  expect(unknown).toContain('There is no series `down` here');
  expect(unknown).toContain('- `upload/send/latency`');
});

test('explain has an answer where there is nothing to explain', async () => {
  const stage = openStage();
  expect(await stage.say('/perigee explain')).toContain('has no verdict yet');
  stage.judge([makeRed({ state: 'not-regressed', ratio: 1 })]);
  const calm = await stage.say('/perigee explain');
  expect(calm).toContain('No series makes the check red. The worst one:');
  expect(calm).toContain('perigee.yml:31');
});

test('explain without a name shows what was accepted, and names the others', async () => {
  const stage = openStage();
  const other = makeRed({ span: 'wait', state: 'not-regressed', ratio: 1 });
  stage.judge([makeRed(), other]);
  await stage.say('/perigee accept all because of #7');
  const answer = await stage.say('/perigee explain');
  expect(answer).toContain('Accepted: **A1**');
  expect(answer).toContain('Not explained here:\n\n- `upload/wait/latency`');
});

test('explain tells of a test that fails', async () => {
  const stage = openStage();
  const side = { passed: 0, timedOut: 0, interrupted: 0 };
  const fails = {
    name: 'upload',
    before: { ...side, passed: 5, failed: 0 },
    after: { ...side, failed: 5 },
    broken: true,
  };
  stage.judge([], { rest: { tests: [fails] } });
  const told = '- `upload`: after: 5 failed of 5; before: none failed of 5';
  expect(await stage.say('/perigee explain')).toContain(told);
  expect(await stage.say('/perigee explain upload')).toContain(told);
});

test('explain of many explains the worst and lists the others', async () => {
  const stage = openStage();
  stage.judge(Array.from({ length: 60 }, (_, span) => makeRed({ span: `span ${span}` })));
  const answer = await stage.say('/perigee explain upload');
  expect(answer).toContain('Not explained here:');
  expect(answer).toContain('… and 37 more');
  expect(Buffer.byteLength(answer)).toBeLessThan(65_535);
});

test('the gate shows its record to everybody, and explain says how far it can be believed', async () => {
  const stage = openStage();
  stage.judge([makeRed()]);
  const entry = makeJudged(10, { cleared: 1 }, { run: '3' });
  const key = { repositoryId: repository.id, suite: 'sync', runId: '3' };
  const outcome = { red: false, cleared: ['x'], confirmed: [], entry };
  stage.ledger.noteOutcome(key, entry.commit, outcome, noonMs);
  stage.ledger.noteControl(repository.id, makeControl(19.9, { isProven: false }));
  const record = await stage.say('/perigee gate', { author: 'eve' });
  expect(record).toContain('1 of 1 = 100% (21% to 100%, at 95%)');
  expect(record).toContain('the control stays green');
  expect(await stage.say('/perigee explain')).toContain(
    'a second run cleared 1 of 1 alarms (21% to 100% of first alarms are false); the last positive control **stayed green** on 2026-11-21',
  );
  expect(await stage.say('/perigee explain upload')).not.toContain('positive control');
});

test('accepts are listed and taken back, and the pull request is looked at again', async () => {
  const stage = openStage();
  expect(await stage.say('/perigee accepts')).toContain('Nothing is accepted');
  stage.judge([makeRed()]);
  await stage.say('/perigee accept all because of #7 until 2026-12-24');
  expect(await stage.say('/perigee accepts', { author: 'eve' })).toContain(
    '- **A1** by `@ada` on 2026-11-21, until the end of 2026-12-24 (UTC): `upload/send/latency`. Because: of `#7`',
  );
  stage.woken.length = 0;
  expect(await stage.say('/perigee revoke a1', { author: 'bob' })).toContain(
    '**A1** was revoked by `@bob` on 2026-11-21.',
  );
  expect(stage.woken).toEqual(['acme/sync#12']);
  expect(stage.ledger.listAccepts(42, noonMs)).toEqual([]);
  expect(await stage.say('/perigee revoke A1')).toContain('was revoked by `@bob`');
  expect(await stage.say('/perigee revoke A9')).toContain('There is no accept A9');
});

test('help and mistakes are answered with what can be said', async () => {
  const stage = openStage();
  expect(await stage.say('/perigee')).toContain('| `/perigee rerun [<test>]` |');
  expect(await stage.say('/perigee merge @all')).toContain('There is no command merge.');
  const unsaid = await stage.say('/perigee accept all');
  expect(unsaid).toContain(
    'It is written `/perigee accept <series or all> because <reason> [until <YYYY-MM-DD>]`. `/perigee help`',
  );
  const answer = await stage.say('/perigee accepts\n/perigee rerun');
  expect(answer).toContain('Perigee runs only the first command of a comment and ignored 1 more.');
  expect(stage.reruns).toEqual([]);
});

test('the button to accept asks for a reason, and shows what an accept would cover', async () => {
  const stage = openStage();
  expect(await stage.press({ button: 'accept' }, 'p1')).toContain('has no verdict yet');
  stage.judge([makeRed()]);
  expect(await stage.press({ button: 'accept' }, 'p2')).toBe(
    [
      '> `@ada` pressed **Accept all…** on the page of the check.',
      'Nothing is accepted yet: an accept needs a reason. Give it in a comment:',
      '```\n/perigee accept all because <reason>\n```',
      'It would cover:',
      '- `upload/send/latency`: Latency +20.0%, up to +21.9%',
    ].join('\n\n'),
  );
  expect(await stage.press({ button: 'accept', sender: 'eve' }, 'p3')).toContain('Sorry, `@eve`');
  expect(stage.ledger.listAccepts(42, noonMs)).toEqual([]);
  await stage.say('/perigee accept all because the checksum is worth it');
  expect(await stage.press({ button: 'accept' }, 'p4')).toContain('There is nothing to accept');
});

test('the buttons of the check do what the commands do', async () => {
  const stage = openStage();
  stage.judge([makeRed()]);
  stage.setNow(noonMs + 9 * minuteMs);
  const explained = await stage.press({ button: 'explain' }, 'p1');
  expect(explained).toContain('> `@ada` pressed **Explain** on the page of the check.');
  expect(explained).toContain('perigee.yml:31');
  expect(await stage.press({ button: 'rerun' }, 'p3')).toContain('All jobs of the run');
  expect(await stage.press({ button: 'rerun', sender: 'eve' }, 'p4')).toContain('Sorry, `@eve`');
});

test('the button of a group of the merge queue measures it again, once, for those who may', async () => {
  const stage = openStage();
  const commit = 'e'.repeat(40);
  Object.assign(stage.run, { head: commit });
  stage.judge([makeRed()], { commit });
  for (const sender of ['eve', 'ada', 'ada']) {
    await stage.press({ button: 'rerun', commit, sender }, `press of ${sender}`);
    Object.assign(stage.run, { status: 'completed' });
  }
  await stage.press({ button: 'accept', commit }, 'other');
  expect(stage.reruns).toEqual(['run 9001 all']);
  expect(stage.replies.size).toBe(0);
});

test('of a commit that a closed pull request had too, its own run is measured again, not that one', async () => {
  const stage = openStage();
  const commit = 'e'.repeat(40);
  Object.assign(stage.run, { head: commit });
  stage.judge([makeRed()], { commit });
  const proposed = makeVerdict([makeRed()], { tests: [] });
  Object.assign(proposed.build, { branchKind: 'pull-request' });
  const kept = { attempt: 1, shards: [0], verdict: proposed };
  stage.ledger.keepVerdict(makeRunKey(9002), commit, kept, noonMs);
  await stage.press({ button: 'rerun', commit });
  expect(stage.reruns).toEqual(['run 9001 all']);
});
