import type { RunRecord } from '../contract/documents.ts';
import type { Suite } from '../contract/suite.ts';
import { createObserver } from '../profile/observe/create-observer.ts';
import type { SidesRequest } from '../runner/revisions/resolve-sides.ts';
import { runSuite } from '../runner/run-suite.ts';
import type { PlannedShard } from '../suite/shards/plan-shard.ts';
import { listPlaceholders } from '../init/placeholder.ts';
import { type BaseSuite, judgeShard } from './judge-records.ts';
import { type CollectorRequest, withCollector } from './with-collector.ts';

export interface ShardRequest extends Omit<CollectorRequest, 'judge'> {
  suite: Suite;
  base?: BaseSuite;
  planned: PlannedShard;
  /** Any directory inside the repository. */
  repository: string;
  sides: SidesRequest;
  environment: Readonly<Record<string, string | undefined>>;
  /** Absolute: where builds of the before side are kept from job to job. */
  buildsFolder?: string;
  targetBranch?: string;
  /** The bot has proven that the change touches nothing that these tests read. */
  isUntouched?: boolean;
  /** Observe what tests read: to leave out what reads the same on both sides, or to keep it for later changes. */
  observes?: 'to-leave-out' | 'to-keep';
}

/** Measures one shard of a build: as many pairs as its own series need to be decided. */
export async function measureShard(request: ShardRequest): Promise<RunRecord> {
  const { base, expected, isolation, observes, onLook, onProgress, prepareExplaining, ...others } =
    request;
  const { suite, planned, signal, targetBranch, ...rest } = others;
  const context = { suite, base, targetBranch };
  const collecting = {
    ...{ home: request.home, onProgress, signal },
    onLook,
    isolation,
    expected,
    explains: true,
    prepareExplaining,
    judge: (record: RunRecord) => judgeShard(record, context).verdict,
  };
  const observer = observes && (await createObserver());
  return withCollector(collecting, (ports) =>
    runSuite({
      ...{ ...rest, ...planned, suite, problems: listPlaceholders(planned.tests) },
      keepsObservation: observes === 'to-keep',
      ports: { ...ports, ...(observer === undefined ? {} : { observer }) },
    }),
  );
}
