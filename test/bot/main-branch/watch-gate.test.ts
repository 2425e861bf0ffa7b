import { expect, test } from 'vitest';
import type { OwnIssue } from '../../../bot/src/github/github-side.ts';
import { reportAlarms, createGateWatch } from '../../../bot/src/main-branch/watch-gate.ts';
import type { GateAlarm, GateAnswer } from '../../../src/contract/gate-record.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import { makeControl, makeJudged, startMs, dayMs } from '../../gate/record/make-entries.ts';
import { openTestLedger } from '../ledger/open-test-ledger.ts';
import { openMemorySource } from '../reconcile/artifacts.ts';
import { repository } from '../reconcile/world.ts';

const record: GateAnswer['record'] = {
  ...{ since: '2026-11-01T00:00:00.000Z', days: 30, judged: 3, red: 1, undecided: 0 },
  alarms: { raised: 1, cleared: 0, confirmed: 0 },
  nights: [],
  spent: { judged: { pairs: 5, seconds: 9 }, control: { pairs: 0, seconds: 0 } },
};

function makeAlarm(subject: string): GateAlarm {
  return {
    ...{ code: 'rule-unmatched', suite: 'sync', subject, since: '2026-11-02T00:00:00.000Z' },
    ...{ message: `the rule at ${subject} matched no series`, remedy: 'correct its names' },
  };
}

function openGithub() {
  const issues: (OwnIssue & { title: string })[] = [];
  let asked = 0;
  const github = {
    listScheduledRuns: async () => [],
    defaultBranch: async () => 'main',
    readFile: async () => undefined,
    listJobs: async () => [],
    rerunJob: async () => undefined,
    findIssue: async (_: unknown, marker: string): Promise<OwnIssue | undefined> => {
      asked += 1;
      return issues.find(({ body }) => body.startsWith(`<!-- ${marker} -->`));
    },
    writeIssue: async (
      _: unknown,
      issue: { number?: number; title: string; body: string; isOpen: boolean },
    ): Promise<number> => {
      const { number = issues.length + 1 } = issue;
      issues[number - 1] = { ...issue, number };
      return number;
    },
  };
  return { github, issues, countAsked: () => asked };
}

test('one issue tells of all alarms, is closed when they are over, and opens again', async () => {
  const { github, issues } = openGithub();
  const tell = (...subjects: string[]) =>
    reportAlarms(github, repository, { record, alarms: subjects.map(makeAlarm) });
  await tell();
  expect(issues).toEqual([]);
  await tell('perigee.yml:9:5');
  await tell('perigee.yml:9:5', 'perigee.yml:12:5');
  expect(issues).toHaveLength(1);
  expect(issues[0]).toMatchObject({ isOpen: true });
  expect(issues[0]?.body).toContain('2 alarms about the gate itself');
  await tell();
  expect(issues[0]).toMatchObject({ isOpen: false });
  expect(issues[0]?.body).toContain('Nothing is wrong with the gate any more');
  await tell('perigee.yml:9:5');
  expect(issues[0]).toMatchObject({ isOpen: true });
  expect(issues).toHaveLength(1);
});

test('one that a person closed stays so until there is an alarm that it does not name', async () => {
  const { github, issues } = openGithub();
  const tell = (...subjects: string[]) =>
    reportAlarms(github, repository, { record, alarms: subjects.map(makeAlarm) });
  await tell('a', 'b');
  (issues[0] as OwnIssue).isOpen = false;
  await tell('b');
  await tell('a', 'b');
  expect(issues[0]).toMatchObject({ isOpen: false });
  await tell('a', 'c');
  expect(issues[0]).toMatchObject({ isOpen: true });
});

test('names of strangers stay text in the issue', async () => {
  const { github, issues } = openGithub();
  const hostile = makeAlarm('<img src=x> @everyone [x](http://x) -->');
  await reportAlarms(github, repository, { record, alarms: [hostile] });
  const { body = '' } = issues[0] ?? {};
  expect(body).toContain('`<img src=x> @everyone [x](http://x) -->`');
  expect(body.match(/@everyone/g)).toHaveLength(1);
});

test('a control that stays green opens it, and one that fires closes it', async () => {
  const { countAsked, github, issues } = openGithub();
  const ledger = openTestLedger();
  let nowMs = startMs + dayMs;
  const watch = createGateWatch({
    ...{ github, ledger, logger: { log: () => undefined } },
    ...{ nowMs: () => nowMs, readers: readHere },
    openArtifacts: () => openMemorySource([]),
  });
  ledger.noteControl(repository.id, makeControl(1, { isProven: false }));
  await watch.watch(repository, new AbortController().signal);
  expect(issues[0]).toMatchObject({ isOpen: true });
  expect(issues[0]?.body).toContain('the control stays green');
  const before = countAsked();
  await watch.watch(repository, new AbortController().signal);
  expect(countAsked()).toBe(before);
  nowMs += dayMs;
  ledger.noteControl(repository.id, makeControl(2));
  await watch.watch(repository, new AbortController().signal);
  expect(issues[0]).toMatchObject({ isOpen: false });
});

test('what the ledger keeps of builds and controls is listed oldest first, each run once', () => {
  const ledger = openTestLedger();
  const [control, judged] = [makeControl(1), makeJudged(2, {}, { run: '9' })];
  const key = { repositoryId: repository.id, suite: 'sync', runId: '9' };
  const outcome = { red: false, cleared: [], confirmed: [], entry: judged };
  ledger.noteOutcome(key, judged.commit, outcome, Date.parse(judged.at));
  ledger.noteControl(repository.id, control);
  ledger.noteControl(repository.id, control);
  expect(ledger.listGateEntries(repository.id, 0)).toEqual([control, judged]);
  expect(ledger.listGateEntries(repository.id + 1, 0)).toEqual([]);
  expect(ledger.hasControl(repository.id, control.run)).toBe(true);
  expect(ledger.hasControl(repository.id, 'other')).toBe(false);
});

test('tests are listed of the newest hundred builds, which say what vanished', () => {
  const ledger = openTestLedger();
  for (let run = 0; run < 102; run += 1) {
    const entry = makeJudged(run, {}, { run: String(run) });
    const key = { repositoryId: 1, suite: 'sync', runId: String(run) };
    const outcome = { red: false, cleared: [], confirmed: [], entry };
    ledger.noteOutcome(key, `${run}`, outcome, Date.parse(entry.at));
  }
  const counts = ledger.listGateEntries(1, 0).map(({ judged }) => judged?.tests.length);
  expect(counts.slice(0, 3)).toEqual([0, 0, 1]);
  expect(counts.at(-1)).toBe(1);
});
