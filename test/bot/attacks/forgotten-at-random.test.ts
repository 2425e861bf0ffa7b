/** People with all rights in a repository try to have a red commit forgotten, in any order. */
import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { expect, test } from 'vitest';
import type { CommandLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import { openGithubRestSource } from '../../../src/transport/artifacts/github-rest.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeZip } from '../../transport/artifacts/make-zip.ts';
import { openSide } from '../github/open-side.ts';
import { makeLedgerFile, openTestLedger } from '../ledger/open-test-ledger.ts';
import { packRecord } from '../reconcile/artifacts.ts';
import { measure, writeSuite } from '../reconcile/measurements.ts';
import { moveBranch, pushCommit } from '../servers/fake/history.ts';
import { finishRun, openPull, startRunFor, storeArtifact } from '../servers/fake/people.ts';
import type { FakeRun } from '../servers/fake/state.ts';
import { countTrials } from '../../nightly.ts';

const seeds = Array.from(
  { length: countTrials({ byNight: 6, byDay: 2 }) },
  (_, index) => 20_261_122 + index,
);
const steps = 24;
const minuteMs = 60_000;

/** A pull request at a GitHub that is judged by its own description, and the bot, which talks to it over HTTP. */
async function startBot() {
  const { fake, github, repository, side, state } = await openSide();
  const suiteText = writeSuite();
  const before = pushCommit(state, fake, 'main', { files: { 'perigee.yml': suiteText } });
  pushCommit(state, fake, 'lax', { files: { 'perigee.yml': writeSuite({ worse: 900 }) } });
  const head = pushCommit(state, fake, 'change', { files: { 'a.ts': '1' }, parents: [before] });
  const pull = openPull(state, fake, 'change');
  const { url: apiUrl, appId, privateKey } = github;
  const client = openGithub({ apiUrl, credentials: { appId: String(appId), privateKey } });
  const file = makeLedgerFile();
  const clock = { nowMs: Date.now() };
  const start = (ledger: CommandLedger) =>
    createReconciler({
      ...{ github: side, ledger, nowMs: () => clock.nowMs, readers: readHere },
      hearsOfBuilds: false,
      pageUrl: () => undefined,
      seriesUrl: () => undefined,
      openArtifacts: ({ repository: name, runId }, _, signal) =>
        openGithubRestSource({
          budget: createBudget(artifactLimits.maxBytes),
          client,
          repository: name,
          runId,
          signal,
        }),
      builds: { log: { name: 'memory', append: async () => undefined } },
      store: {
        readLast: async () => [],
        readBuild: async () => undefined,
        listSpans: async () => [],
      },
      logger: { log: () => undefined },
    });
  let ledger = openTestLedger(file);
  let bot = start(ledger);
  return {
    ...{ before, clock, fake, head, pull, state, suiteText },
    look: () =>
      bot.reconcile(
        { kind: 'pull-request', repository, number: pull.number },
        new AbortController().signal,
      ),
    restart: () => {
      ledger.close();
      ledger = openTestLedger(file);
      bot = start(ledger);
    },
    maintain: () => ledger.maintain(clock.nowMs),
    check: () => {
      const newest = fake.checks.filter((one) => one.head === head).at(-1);
      return newest?.conclusion ?? newest?.status;
    },
    comment: () => fake.comments[0]?.body ?? '',
  };
}

async function play(seed: number): Promise<string[]> {
  const random = createRandom(seed);
  const draw = (below: number): number => Math.floor(random() * below);
  const bot = await startBot();
  const { before, check, clock, fake, head, look, pull, state, suiteText } = bot;
  /** What honest measurements said, each looked at once it had ended. */
  const said = { regressed: 0, otherwise: 0 };
  const told: string[] = [];

  const leave = (run: FakeRun, factor: number, attempt: number): void => {
    clock.nowMs += minuteMs;
    const shard = { index: 0, total: 1, attempt };
    const record = measure({ suiteText, before, after: head, shard, factors: { upload: factor } });
    const { files, stored } = packRecord(record, {
      repository: 'acme/sync',
      runId: String(run.id),
    });
    const zip = makeZip([...files].map(([name, content]) => ({ name, content })));
    storeArtifact(state, fake, run, stored.name, zip).createdAtMs = clock.nowMs;
  };
  const begin = (changes: Partial<FakeRun> = {}): FakeRun => {
    clock.nowMs += minuteMs;
    return startRunFor(state, fake, pull, { createdAtMs: clock.nowMs, ...changes });
  };
  const listEnded = () =>
    fake.runs.filter((run) => run.status === 'completed' && run.event === 'pull_request');
  const drawRun = (): FakeRun | undefined => listEnded()[draw(listEnded().length)];
  const measureHonestly = async (): Promise<void> => {
    const isSlow = random() < 0.6;
    const asked = fake.runs.find(({ status }) => status === 'queued');
    const chosen = asked ?? (random() < 0.5 ? drawRun() : undefined) ?? begin();
    clock.nowMs += minuteMs;
    if (chosen.status !== 'in_progress') {
      const attempt = asked === undefined ? chosen.attempt + 1 : chosen.attempt;
      Object.assign(chosen, { attempt, status: 'in_progress', startedAtMs: clock.nowMs });
    }
    leave(chosen, isSlow ? 1.3 : 1, chosen.attempt);
    finishRun(fake, chosen);
    await look();
    said[isSlow ? 'regressed' : 'otherwise'] += 1;
  };
  const attacks: Readonly<Record<string, () => unknown>> = {
    'deletes a run': () => {
      const run = drawRun();
      fake.runs = fake.runs.filter((one) => one !== run);
      fake.artifacts = fake.artifacts.filter(({ runId }) => runId !== run?.id);
    },
    'deletes artifacts': () => {
      const run = drawRun();
      fake.artifacts = fake.artifacts.filter(({ runId }) => runId !== run?.id || random() < 0.5);
    },
    'overwrites artifacts': () => {
      const run = drawRun();
      if (run === undefined) return;
      fake.artifacts = fake.artifacts.filter(({ runId }) => runId !== run.id);
      for (let attempt = 1; attempt <= run.attempt; attempt++) leave(run, 1, attempt);
    },
    'uploads a name again': () => {
      const run = drawRun();
      if (run !== undefined) leave(run, 1, 1 + draw(run.attempt));
    },
    'uploads what is to come': () => {
      const run = drawRun();
      if (run !== undefined) leave(run, 1, run.attempt + 1);
    },
    'begins runs and cancels them': () => {
      for (let times = 1 + draw(8); times > 0; times--) finishRun(fake, begin(), 'cancelled');
    },
    'runs it for another event': () => {
      const event = ['push', 'schedule', 'workflow_dispatch'][draw(3)]!;
      const run = begin({ event });
      leave(run, 1, 1);
      finishRun(fake, run);
    },
    'runs another workflow': () => {
      const run = begin({ path: '.github/workflows/perigee-too.yml' });
      leave(run, 1, 1);
      finishRun(fake, run);
    },
    'closes and opens': async () => {
      pull.state = 'closed';
      await look();
      pull.state = 'open';
    },
    'gives it a lax target, and the old one': async () => {
      pull.baseBranch = 'lax';
      await look();
      pull.baseBranch = 'main';
    },
    'pushes away and back': async () => {
      pushCommit(state, fake, 'change', { files: { 'b.ts': String(random()) } });
      await look();
      moveBranch(state, fake, 'change', head);
    },
    'waits for months': async () => {
      for (let month = 0; month < 4; month++) {
        clock.nowMs += 30 * 24 * 60 * minuteMs;
        for (const artifact of fake.artifacts) artifact.expired = true;
        await look();
        bot.maintain();
      }
    },
    'has the bot started anew': () => bot.restart(),
  };

  const names = Object.keys(attacks);
  for (let step = 0; step < steps; step++) {
    const name = names[draw(names.length)]!;
    const isHonest = step === 0 || random() < 0.35;
    told.push(isHonest ? `measures (${JSON.stringify(said)} before)` : name);
    if (isHonest) await measureHonestly();
    else {
      await attacks[name]!();
      await look();
    }
    const { regressed, otherwise } = said;
    const blocks = regressed >= 2 && regressed > otherwise;
    const isOpen = regressed > 0 && otherwise === 0;
    if (blocks || isOpen) expect(check(), [`seed ${seed}`, ...told].join('\n')).not.toBe('success');
    if (blocks)
      expect(check(), [`seed ${seed}`, ...told].join('\n')).toMatch(/failure|in_progress|queued/);
    told.push(`→ ${check()}`);
  }
  return told;
}

test('whatever somebody does to its runs and artifacts, a red commit becomes green by measuring it alone', async () => {
  console.log(`seeds ${seeds.join(', ')}`);
  const ends: string[] = [];
  for (const seed of seeds) ends.push(...(await play(seed)));
  // Lives in which nothing is ever red, or green, would show nothing.
  expect(ends).toContain('→ failure');
  expect(ends).toContain('→ success');
});
