import type { RunRecord, Verdict } from '../contract/documents.ts';
import type { Suite } from '../contract/suite.ts';
import { createExecute } from '../profile/create-execute.ts';
import type { IsolationChoice } from '../profile/launch/isolation.ts';
import type { SidesRequest } from '../runner/revisions/resolve-sides.ts';
import type { ProgressEvent } from '../runner/run-request.ts';
import { runSuite } from '../runner/run-suite.ts';
import type { PlannedShard } from '../suite/shards/plan-shard.ts';
import { listPlaceholders } from '../suite/starter/placeholder.ts';
import { listUndecidedTests } from '../verdict/list-undecided-tests.ts';
import { type BaseSuite, judgeShard } from './judge-records.ts';

export interface ShardRequest {
  suite: Suite;
  base?: BaseSuite;
  planned: PlannedShard;
  /** Any directory inside the repository. */
  repository: string;
  sides: SidesRequest;
  /** Where Perigee's own package is. */
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Absolute: where builds of the before side are kept from job to job. */
  buildsFolder?: string;
  targetBranch?: string;
  isolation?: IsolationChoice;
  signal: AbortSignal;
  onProgress(event: ProgressEvent): void;
  /** The verdict over this shard so far, at every look. */
  onLook(verdict: Verdict): void;
}

/** Measures one shard of a build: as many pairs as its own series need to be decided. */
export async function measureShard(request: ShardRequest): Promise<RunRecord> {
  const { base, isolation, onLook, onProgress, signal, targetBranch, suite, planned, ...rest } =
    request;
  const context = {
    suite,
    ...(base === undefined ? {} : { base }),
    ...(targetBranch === undefined ? {} : { targetBranch }),
  };
  const collector = await createExecute(1, isolation);
  try {
    return await runSuite({
      ...rest,
      ...planned,
      suite,
      problems: listPlaceholders(planned.tests),
      ports: {
        execute: collector.execute,
        measureStart: collector.measureStart,
        tier: collector.tier,
        ...(collector.isolation === undefined ? {} : { isolation: collector.isolation }),
        signal,
        onProgress,
        listUndecidedTests: (record) => {
          const { verdict } = judgeShard(record, context);
          onLook(verdict);
          return listUndecidedTests(verdict);
        },
      },
    });
  } finally {
    await collector.close();
  }
}
