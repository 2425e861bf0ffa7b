import type { RunRecord, Shard, Verdict } from '../contract/documents.ts';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import { createExecute } from '../profile/create-execute.ts';
import type { SidesRequest } from '../runner/revisions/resolve-sides.ts';
import type { ProgressEvent } from '../runner/run-request.ts';
import { runSuite } from '../runner/run-suite.ts';
import { listUndecidedTests } from '../verdict/list-undecided-tests.ts';
import { judgeRecords } from './judge-records.ts';

export interface ShardRequest {
  suite: Suite;
  /** Those of this shard, in the order of the file. */
  tests: readonly SuiteTest[];
  shard: Shard;
  /** SHA-256 of every test of the build and its shard. */
  planDigest: string;
  /** Any directory inside the repository. */
  repository: string;
  sides: SidesRequest;
  /** Where Perigee's own package is. */
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
  targetBranch?: string;
  signal: AbortSignal;
  onProgress(event: ProgressEvent): void;
  /** The verdict over this shard so far, at every look. */
  onLook(verdict: Verdict): void;
}

/** Measures one shard of a build: as many pairs as its own series need to be decided. */
export async function measureShard(request: ShardRequest): Promise<RunRecord> {
  const { onLook, onProgress, signal, targetBranch, suite, ...rest } = request;
  const context = { suite, ...(targetBranch === undefined ? {} : { targetBranch }) };
  const collector = await createExecute();
  try {
    return await runSuite({
      ...rest,
      suite,
      ports: {
        execute: collector.execute,
        tier: collector.tier,
        signal,
        onProgress,
        listUndecidedTests: (record) => {
          const { verdict } = judgeRecords([alone(record)], context);
          onLook(verdict);
          return listUndecidedTests(verdict);
        },
      },
    });
  } finally {
    await collector.close();
  }
}

/** As if it were the whole build: the other shards do not make this one incomplete. */
function alone(record: RunRecord): RunRecord {
  return { ...record, shard: { ...record.shard, index: 0, total: 1 } };
}
