import { join } from 'node:path';
import type { RunRecord, Verdict } from '../../contract/documents.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { runSuite } from '../../runner/run-suite.ts';
import { stateFolder } from '../../runner/worktrees/state-directory.ts';
import { keepVerdict } from '../../steps/keep-verdict.ts';
import { withCollector } from '../../steps/with-collector.ts';
import { home } from '../home.ts';
import type { Judge } from '../judge-record.ts';
import type { BisectOptions } from '../options.ts';
import { readPageParts } from '../page-parts.ts';
import { createProgressLine } from '../progress-line.ts';
import { runsFolder } from '../run-folder.ts';
import type { Workplace } from '../workplace.ts';

export interface NamedCommit {
  /** Full object id. */
  commit: string;
  /** For people. */
  label: string;
}

export interface Comparison {
  before: NamedCommit;
  after: NamedCommit;
  tests: readonly SuiteTest[];
  /** Absent: as many as the rule asks for. */
  pairs?: number;
}

export interface Compared {
  record: RunRecord;
  verdict: Verdict;
}

/** A run as any other, with its record and its page. What is set up for the side before is kept for the next one. */
export async function compareCommits(
  { root, suite }: Workplace,
  judge: Judge,
  { isolation }: BisectOptions,
  { before, after, tests, pairs }: Comparison,
  signal: AbortSignal,
): Promise<Compared> {
  const line = createProgressLine(process.stderr);
  const collecting = {
    home,
    ...(isolation === undefined ? {} : { isolation }),
    signal,
    onProgress: line.show,
    onLook: line.tell,
    judge: (record: RunRecord) => judge.shard(record).verdict,
  };
  try {
    const record = await withCollector(collecting, (ports) =>
      runSuite({
        suite: pairs === undefined ? suite : { ...suite, repeats: pairs, maxRepeats: pairs },
        ...{ tests, repository: root, home, environment: process.env, ports },
        buildsFolder: join(root, stateFolder, 'builds'),
        sides: {
          before: { kind: 'commit', ...before },
          after: { kind: 'commit', ...after },
        },
      }),
    );
    const { verdict } = judge.shard(record);
    keepVerdict(join(runsFolder(root), record.id), verdict, readPageParts());
    return { record, verdict };
  } finally {
    line.end();
  }
}
