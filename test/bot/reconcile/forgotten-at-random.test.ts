/** People with all rights in a repository try to have a red commit forgotten, in any order. */
import { expect, test } from 'vitest';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { countTrials } from '../../nightly.ts';
import { deleteRun, open } from './red-stage.ts';
import { commit, endRun, pullRequest, startRun, workflow } from './scenario.ts';

const trials = countTrials({ byNight: 24, byDay: 2 });
const seeds = Array.from({ length: trials }, (_, index) => 20_261_122 + index);
const steps = 24;
const dayMs = 24 * 60 * 60_000;

async function play(seed: number): Promise<string[]> {
  const random = createRandom(seed);
  const draw = (below: number): number => Math.floor(random() * below);
  const stage = open();
  const { again, begin, check, head, leave, ledger, measure, ports, world } = stage;
  const pull = world.pulls.get(1)!;
  const { signal } = new AbortController();
  let bot = createReconciler(ports);
  const look = () => bot.reconcile(pullRequest(1), signal);
  const isOver = ({ event, path, status }: (typeof world.runs)[0]) =>
    status === 'completed' && event === 'pull_request' && path === workflow;
  const drawRun = () => {
    const ended = world.runs.filter(isOver);
    return ended[draw(ended.length)];
  };
  /** What the attempts of its runs said, each looked at once it had ended. */
  const said = { regressed: 0, otherwise: 0 };
  const counted = new Set<string>();
  /** Of each attempt the first records are counted, whoever left them: later ones replace them and add nothing. */
  const count = ({ attempt, id }: (typeof world.runs)[0], word: keyof typeof said): void => {
    if (!counted.has(`${id}/${attempt}`)) said[word] += 1;
    counted.add(`${id}/${attempt}`);
  };
  const forge = (run: (typeof world.runs)[0], attempt: number): void => {
    leave(run, 1, attempt);
    // A name of another attempt does not fit the time of the upload.
    if (attempt === run.attempt) count(run, 'otherwise');
  };
  const measureHonestly = async (): Promise<void> => {
    const isSlow = random() < 0.6;
    const atWork = world.runs.find(({ status }) => status !== 'completed');
    const chosen = atWork ?? (random() < 0.5 ? drawRun() : undefined) ?? begin();
    if (chosen.status === 'completed') again(chosen);
    measure(chosen, isSlow ? 1.3 : 1);
    count(chosen, isSlow ? 'regressed' : 'otherwise');
    await look();
  };
  const runAs = (changes: { event?: string; path?: string }): void => {
    world.nowMs += 60_000;
    const run = startRun(world, 1, changes);
    leave(run, 1, 1);
    endRun(run);
  };
  /** Each of them does it to a run that has ended. */
  const toRun: Readonly<Record<string, (run: (typeof world.runs)[0]) => void>> = {
    'deletes a run': (run) => deleteRun(stage, run),
    'deletes artifacts': ({ id }) => {
      const left = world.artifacts.get(id) ?? [];
      world.artifacts.set(
        id,
        left.filter(() => random() < 0.5),
      );
    },
    'overwrites artifacts': (run) => {
      world.artifacts.set(run.id, []);
      for (let attempt = 1; attempt <= run.attempt; attempt++) forge(run, attempt);
    },
    'uploads a name again': (run) => forge(run, 1 + draw(run.attempt)),
    'uploads what is to come': (run) => forge(run, run.attempt + 1),
  };
  const others: Readonly<Record<string, () => unknown>> = {
    'begins runs and cancels them': () => {
      for (let times = 1 + draw(8); times > 0; times--) endRun(begin(), 'cancelled');
    },
    'runs it for another event': () =>
      runAs({ event: ['push', 'schedule', 'workflow_dispatch'][draw(3)]! }),
    'runs another workflow': () => runAs({ path: workflow.replace('.yml', '-too.yml') }),
    'closes and opens': async () => {
      pull.isOpen = false;
      await look();
      pull.isOpen = true;
    },
    'gives it a lax target, and the old one': async () => {
      pull.baseBranch = 'lax';
      await look();
      pull.baseBranch = 'main';
    },
    'pushes away and back': async () => {
      pull.head = commit(world, { name: `away-${random()}`, parents: [head] });
      await look();
      pull.head = head;
    },
    'waits for months': async () => {
      for (let month = 0; month < 4; month++) {
        world.nowMs += 30 * dayMs;
        for (const { stored } of [...world.artifacts.values()].flat()) stored.isExpired = true;
        await look();
        ledger.maintain(world.nowMs);
      }
    },
    'has the bot started anew': () => (bot = createReconciler(ports)),
  };

  const names = [...Object.keys(toRun), ...Object.keys(others)];
  const told = [`seed ${seed}`];
  for (let step = 0; step < steps; step++) {
    const name = names[draw(names.length)]!;
    const isHonest = step === 0 || random() < 0.35;
    told.push(isHonest ? `measures (${JSON.stringify(said)} before)` : name);
    if (isHonest) await measureHonestly();
    else {
      const run = drawRun();
      if (run !== undefined) toRun[name]?.(run);
      await others[name]?.();
      await look();
    }
    const { regressed, otherwise } = said;
    const blocks = regressed >= 2 && regressed > otherwise;
    const isOpen = regressed > 0 && otherwise === 0;
    if (blocks || isOpen) expect(check(), told.join('\n')).not.toBe('success');
    if (blocks) expect(check(), told.join('\n')).toMatch(/failure|in_progress|queued/);
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
