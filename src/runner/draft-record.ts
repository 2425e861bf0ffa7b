import { createHash } from 'node:crypto';
import type { Host, RunRecord, Shard } from '../contract/documents.ts';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import type { Sides } from './revisions/resolve-sides.ts';

export interface DraftFacts {
  id: string;
  suite: Suite;
  tests: readonly SuiteTest[];
  sides: Sides;
  shard?: Shard;
  planDigest: string | undefined;
  host: Host;
  tier: 0 | 1 | 2 | undefined;
  seed: number;
  startedAt: Date;
}

/** The shard of a build that is not split. */
export const wholeBuild: Shard = { index: 0, total: 1, attempt: 1 };

/** The record of a run that has not measured anything yet. */
export function draftRecord(facts: DraftFacts): RunRecord {
  const { suite, sides } = facts;
  const startedAt = facts.startedAt.toISOString();
  const repeats = Math.min(suite.repeats, suite.maxRepeats);
  return {
    schema: 'perigee/run-record',
    version: 1,
    id: facts.id,
    suite: suite.name,
    startedAt,
    finishedAt: startedAt,
    status: 'interrupted',
    shard: facts.shard ?? wholeBuild,
    before: sides.before,
    after: sides.after,
    ...(sides.branch === undefined ? {} : { branch: sides.branch }),
    host: facts.host,
    ...(facts.tier === undefined ? {} : { tier: facts.tier }),
    plan: {
      digest: facts.planDigest ?? digestNames(facts.tests),
      seed: facts.seed,
      repeats,
      // More repeats decide a comparison, and nothing is compared where there is one side.
      maxRepeats: sides.isAlone === true ? repeats : suite.maxRepeats,
      outliersPerFive: suite.outliersPerFive,
      warmup: suite.warmup,
      ...(suite.builds > 1 ? { builds: suite.builds } : {}),
      ...(sides.isAlone === true ? { sides: ['after'] } : {}),
    },
    tests: facts.tests.map(({ name, tags }) => ({ name, tags: [...tags] })),
    profiles: [],
    problems: [],
  };
}

/**
 * Names a run by when it began, what it drew, and its shard where the build has several: sorts by time, and
 * is safe as a file name.
 */
export function nameRun(startedAt: Date, seed: number, { index, total, attempt }: Shard): string {
  const moment = startedAt.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const shard = total === 1 ? '' : `-${index + 1}of${total}`;
  const again = attempt === 1 ? '' : `-attempt${attempt}`;
  return `${moment}-${seed.toString(16).padStart(8, '0')}${shard}${again}`;
}

function digestNames(tests: readonly SuiteTest[]): string {
  return createHash('sha256')
    .update(JSON.stringify(tests.map(({ name }) => name)))
    .digest('hex');
}
