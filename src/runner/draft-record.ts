import { createHash } from 'node:crypto';
import type { Host, RunRecord } from '../contract/documents.ts';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import type { Sides } from './revisions/resolve-sides.ts';

export interface DraftFacts {
  id: string;
  suite: Suite;
  tests: readonly SuiteTest[];
  sides: Sides;
  planDigest: string | undefined;
  host: Host;
  tier: 0 | 1 | 2 | undefined;
  seed: number;
  startedAt: Date;
}

/** The record of a run that has not measured anything yet. */
export function draftRecord(facts: DraftFacts): RunRecord {
  const { suite, sides } = facts;
  const shard = { index: 0, total: 1, attempt: 1 };
  const startedAt = facts.startedAt.toISOString();
  return {
    schema: 'perigee/run-record',
    version: 1,
    id: facts.id,
    suite: suite.name,
    startedAt,
    finishedAt: startedAt,
    status: 'interrupted',
    shard,
    before: sides.before,
    after: sides.after,
    ...(sides.branch === undefined ? {} : { branch: sides.branch }),
    host: facts.host,
    ...(facts.tier === undefined ? {} : { tier: facts.tier }),
    plan: {
      digest: facts.planDigest ?? digestNames(facts.tests),
      seed: facts.seed,
      repeats: Math.min(suite.repeats, suite.maxRepeats),
      maxRepeats: suite.maxRepeats,
      outliersPerFive: suite.outliersPerFive,
      warmup: suite.warmup,
    },
    tests: facts.tests.map(({ name, tags }) => ({ name, tags: [...tags] })),
    profiles: [],
    problems: [],
  };
}

/** Names a run by when it began and what it drew: sorts by time, and is safe as a file name. */
export function nameRun(startedAt: Date, seed: number): string {
  const moment = startedAt.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `${moment}-${seed.toString(16).padStart(8, '0')}`;
}

function digestNames(tests: readonly SuiteTest[]): string {
  return createHash('sha256')
    .update(JSON.stringify(tests.map(({ name }) => name)))
    .digest('hex');
}
