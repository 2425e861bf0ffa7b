/** Lives are played in their order, and with what is heard of them late, doubled or lost. */
import { expect, test } from 'vitest';
import { countTrials } from '../../nightly.ts';
import { createRandom } from '../../../src/stats/random.ts';
import {
  addRun,
  commit,
  endRun,
  openPull,
  pullRequest,
  recordOf,
  type Scenario,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { commitId, newestCheck, ownComments, repository, type World } from './world.ts';
import type { WorkflowRun } from '../../../bot/src/github/github-side.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import { writeSuite } from './measurements.ts';
import type { Subject } from '../../../bot/src/subject.ts';

interface Life {
  steps: readonly ((scenario: Scenario) => void)[];
  subject: Subject;
  /** The commit whose check counts in the end, and how it ends. */
  head: string;
  conclusion: 'success' | 'failure';
}

type Factors = Readonly<Record<string, number>>;

const tests = ['upload', 'download'];
/** Of the main branch, in every life. */
const suite = writeSuite({ tests });
const slow = { upload: 1.3 };

/** The jobs of a run upload and end later, and so do those that are run again: with the same figures. */
function measureLater(world: World, run: WorkflowRun, factors: Factors, base?: string): void {
  const job = (index: number) => ({
    ...{ id: run.id + 1 + index, name: `Shard ${index + 1}`, attempt: 1 },
    ...({ status: 'completed', url: `https://example.org/${run.id}/${index}` } as const),
  });
  world.jobs.set(run.id, [job(0), job(1)]);
  const work = (attempt: number, shards: readonly number[]) => {
    for (const index of shards) {
      world.pending.push(() => {
        const shard = { index, total: 2, attempt };
        const before = base === undefined ? {} : { before: base };
        upload(world, run, recordOf(world, run, { factors, shard, ...before }));
      });
    }
    world.pending.push(() => endRun(run));
  };
  work(1, [1, 0]);
  const others = world.onRerun;
  world.onRerun = (again, jobId) => {
    if (again.id !== run.id) others(again, jobId);
    else work(again.attempt, jobId === undefined ? [0, 1] : [jobId - run.id - 1]);
  };
}

const open = ({ world }: Scenario) => openPull(world, 1, commit(world, { name: 'one' }));

/** A commit on top of the one before, or back to one that was there. */
const push =
  (name: string) =>
  ({ world }: Scenario) => {
    const pull = world.pulls.get(1)!;
    const known = commitId(name);
    pull.head = world.commits.has(known) ? known : commit(world, { name, parents: [pull.head] });
  };

const run =
  (factors: Factors = {}) =>
  ({ world }: Scenario) =>
    measureLater(world, startRun(world, 1), factors);

const finish = ({ world }: Scenario) => {
  while (world.pending.length > 0) world.pending.shift()?.();
};

const moveMain =
  (name: string, worse = 5) =>
  ({ world }: Scenario) => {
    world.branches.set('main', commit(world, { name, suite: { tests, worse } }));
  };

const accept = ({ ledger, world }: Scenario) => {
  const series = { test: 'upload', span: 'whole test', metric: 'latency' };
  const key = seriesKey({ ...series, annotations: {}, platform: 'linux-x64' });
  ledger.addAccept(
    {
      ...{ repositoryId: repository.id, number: 1, commit: world.pulls.get(1)!.head },
      series: [{ ...series, key, change: 0.31, changeAbsolute: 4e6, upper: 0.35 }],
      ...{ by: 'maintainer', because: 'it does more', atMs: world.nowMs },
    },
    'comment-1',
  );
};

const isOpen =
  (value: boolean) =>
  ({ world }: Scenario) => {
    world.pulls.get(1)!.isOpen = value;
  };

const groupHead = commitId('group');

/** A merge queue puts a change on top of another one that waits before it. */
const queue = ({ world }: Scenario) => {
  const waiting = commit(world, { name: 'waiting' });
  const head = commit(world, { name: 'group', parents: [waiting] });
  const queued = addRun(world, {
    ...{ event: 'merge_group', head, headRepositoryId: repository.id },
    headBranch: `gh-readonly-queue/main/pr-1-${waiting}`,
  });
  measureLater(world, queued, slow, waiting);
};

const first = { subject: pullRequest(1), head: commitId('one') };
const second = { subject: pullRequest(1), head: commitId('two') };
const regress = [open, run(), push('two'), run(slow)];

const lives: Readonly<Record<string, Life>> = {
  'a second push that is slower': {
    ...{ steps: [...regress, finish], ...second, conclusion: 'failure' },
  },
  'one that is accepted': {
    ...{ steps: [...regress, finish, accept], ...second, conclusion: 'success' },
  },
  'a base that moves on': {
    ...{ steps: [...regress, moveMain('main-2'), finish], ...second, conclusion: 'failure' },
  },
  'thresholds that are loosened on the base meanwhile': {
    ...{ steps: [...regress, finish, moveMain('main-2', 50)], ...second, conclusion: 'success' },
  },
  'a push back to the commit before': {
    ...{ steps: [...regress, push('one'), run()], ...first, conclusion: 'success' },
  },
  'a push away and back to a slower commit': {
    steps: [open, run(slow), push('two'), run(), push('one'), run(slow)],
    ...{ ...first, conclusion: 'failure' },
  },
  'closing and opening again': {
    ...{ steps: [open, run(), isOpen(false), isOpen(true), run()], ...first },
    conclusion: 'success',
  },
  'a merge queue': {
    steps: [queue],
    subject: {
      ...{ kind: 'merge-group', repository, head: groupHead, base: commitId('waiting') },
      branch: 'main',
    },
    ...{ head: groupHead, conclusion: 'failure' },
  },
};

const trials = countTrials({ byNight: 5, byDay: 2 });
const seeds = Array.from({ length: trials }, (_, index) => 20_261_121 + index);

/**
 * How the gate fared elsewhere depends on what was looked at in time, and so does how often a commit was
 * measured that was left and came back: each of its runs may have been confirmed, and
 * more runs leave a narrower interval.
 */
const withoutFigures = (text: string): string =>
  text
    .replaceAll(/ · this gate in [^·]*/g, '')
    .replaceAll(/This gate in .*/g, '')
    .replaceAll(/ \(median of \d+ series\), [\d.]+% at the worst/g, '')
    .replaceAll(/(?:Two|At least \d+) runs say so/g, 'Runs say so')
    .replaceAll(/[+-]?[\d.]+%\sto\s[+-]?[\d.]+%/g, 'LOW to HIGH');

function readEnd({ world }: Scenario, { head }: Life) {
  const check = newestCheck(world, head);
  return {
    check: check && {
      ...check,
      externalId: '',
      title: withoutFigures(check.title),
      summary: withoutFigures(check.summary),
      text: withoutFigures(check.text ?? ''),
      annotations: check.annotations.map((annotation) => ({
        ...annotation,
        title: withoutFigures(annotation.title),
        message: withoutFigures(annotation.message),
      })),
    },
    comments: ownComments(world, 1).map(withoutFigures),
  };
}

/** Nothing happens any more, and everything is looked at until nothing changes. */
async function settle(scenario: Scenario, life: Life) {
  const { world } = scenario;
  for (let before = ''; ;) {
    while (world.pending.length > 0) world.pending.shift()?.();
    await scenario.look(life.subject);
    const end = readEnd(scenario, life);
    const now = JSON.stringify([end, world.pending.length]);
    if (now === before) return end;
    before = now;
    world.nowMs += 60_000;
  }
}

/** @param hear what is done after each step */
async function play(life: Life, hear: (scenario: Scenario) => Promise<void>) {
  const scenario = startScenario({ suite });
  try {
    for (const step of life.steps) {
      step(scenario);
      await hear(scenario);
    }
    return await settle(scenario, life);
  } finally {
    scenario.close();
  }
}

/** What happens keeps its order; what we hear of it is late, doubled or lost. */
function playAtRandom(life: Life, seed: number) {
  const random = createRandom(seed);
  return play(life, async ({ look, world }) => {
    for (let times = Math.floor(random() * 4); times > 0; times--) {
      if (random() < 0.5) await look(life.subject);
      else world.pending.shift()?.();
    }
  });
}

test.each(Object.entries(lives))('%s ends the same whatever is heard of it', async (_, life) => {
  const expected = await play(life, ({ look }) => look(life.subject));
  expect(expected.check).toMatchObject({ conclusion: life.conclusion });
  expect(expected.comments).toHaveLength(life.subject.kind === 'pull-request' ? 1 : 0);
  for (const seed of seeds) {
    expect(await playAtRandom(life, seed), `seed ${seed}`).toEqual(expected);
  }
});
