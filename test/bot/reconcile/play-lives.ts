/** Plays lives: in their order, or with what is heard of them late, doubled or lost. */
import { createRandom } from '../../../src/stats/random.ts';
import type { Subject } from '../../../bot/src/subject.ts';
import type { Scenario } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

export interface LifeOf<S extends Scenario> {
  steps: readonly ((scenario: S) => void)[];
  subject: Subject;
  /** The commit whose check counts in the end, and how it ends. */
  head: string;
  conclusion: 'success' | 'failure';
}

/** Where lives are played. */
export interface Stage<S extends Scenario> {
  start(): S;
  /** Which of so many things that happen later is the next one. */
  next(random: () => number, count: number): number;
  /** Looks in a row that have to find nothing new until all is settled. */
  quietLooks: number;
  /** Looks while requests get lost. */
  lookInTrouble?(scenario: S, subject: Subject, random: () => number): Promise<void>;
}

export interface End {
  check: unknown;
  comments: string[];
}

/**
 * How the gate fared elsewhere depends on what was looked at in time, and so does how often a commit was
 * measured that was left and came back: each of its runs may have been confirmed, and
 * more runs leave a narrower interval. Which build of a pipeline, and which job of it, was the last to
 * measure depends on it too.
 */
const withoutFigures = (text: string): string =>
  text
    .replaceAll(/ · this gate in [^·]*/g, '')
    .replaceAll(/(?:Two|At least \d+) runs say so/g, 'Runs say so')
    .replaceAll(/[+-]?[\d.]+%\sto\s[+-]?[\d.]+%/g, 'LOW to HIGH')
    .replaceAll(/ · \[`log of [^`]*`\]\([^)]*\/builds\/[^)]*\)/g, '')
    .replaceAll(/acme\/sync\/(?:builds\/)?\d+/g, 'acme/sync/N');

function readEnd({ world }: Scenario, { head }: Pick<LifeOf<never>, 'head'>): End {
  const check = newestCheck(world, head);
  return {
    check: check && {
      ...check,
      externalId: '',
      title: withoutFigures(check.title),
      summary: withoutFigures(check.summary),
      annotations: check.annotations.map((annotation) => ({
        ...annotation,
        title: withoutFigures(annotation.title),
        message: withoutFigures(annotation.message),
      })),
      ...(check.detailsUrl === undefined ? {} : { detailsUrl: withoutFigures(check.detailsUrl) }),
    },
    comments: ownComments(world, 1).map(withoutFigures),
  };
}

/** Nothing happens any more, and everything is looked at until nothing changes. */
async function settle<S extends Scenario>(
  { quietLooks }: Stage<S>,
  scenario: S,
  life: LifeOf<S>,
): Promise<End> {
  const { world } = scenario;
  for (let before = '', quiet = 0; ;) {
    while (world.pending.length > 0) world.pending.shift()?.();
    await scenario.look(life.subject);
    const now = JSON.stringify([readEnd(scenario, life), world.pending.length]);
    quiet = now === before ? quiet + 1 : 0;
    if (quiet === quietLooks) return readEnd(scenario, life);
    before = now;
    world.nowMs += 60_000;
  }
}

/** What happens keeps its order; what we hear of it is late, doubled or lost. */
export async function playAtRandom<S extends Scenario>(
  stage: Stage<S>,
  life: LifeOf<S>,
  seed: number,
): Promise<End> {
  const random = createRandom(seed);
  const scenario = stage.start();
  const { pending } = scenario.world;
  const look = stage.lookInTrouble ?? ((_, subject) => scenario.look(subject));
  const mayHappen = async (): Promise<void> => {
    for (let times = Math.floor(random() * 4); times > 0; times--) {
      if (random() < 0.5) await look(scenario, life.subject, random);
      else for (const event of pending.splice(stage.next(random, pending.length), 1)) event();
    }
  };
  try {
    for (const step of life.steps) {
      step(scenario);
      await mayHappen();
    }
    return await settle(stage, scenario, life);
  } finally {
    scenario.close();
  }
}

export async function playInOrder<S extends Scenario>(
  stage: Stage<S>,
  life: LifeOf<S>,
): Promise<End> {
  const scenario = stage.start();
  try {
    for (const step of life.steps) {
      step(scenario);
      await scenario.look(life.subject);
    }
    return await settle(stage, scenario, life);
  } finally {
    scenario.close();
  }
}
