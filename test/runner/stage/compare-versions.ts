import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord, Side } from '../../../src/contract/documents.ts';
import type { Suite, SuiteTest } from '../../../src/contract/suite.ts';
import { findViews } from '../../../src/profile/launch/views.ts';
import { chooseTier } from '../../../src/profile/portable/choose-tier.ts';
import { createObserver } from '../../../src/profile/observe/create-observer.ts';
import type { RunPorts } from '../../../src/runner/run-request.ts';
import { cleanEnvironment, makeRepository, type TestRepository } from './make-repository.ts';
import { makeTest, runTests } from './make-request.ts';

/** How this host shows a side in the place of the user's checkout. */
export const views = findViews();
const codeObserver = await createObserver();
/** Whether this host shows what a test reads. */
export const seesTests =
  chooseTier(process) !== 'portable' && codeObserver?.means.includes('strace') === true;

/** A repository whose user has checked out neither of the versions that are compared. */
export interface Versions extends TestRepository {
  before: string;
  after: string;
}

/** @param files `VERSION` in a text is `before`, `after` or `original`: only the last is in the user's checkout */
export function makeVersions(
  files: Record<string, string>,
  repository: TestRepository = makeRepository({}),
): Versions {
  const [before = '', after = ''] = ['before', 'after', 'original'].map((version) => {
    for (const [path, text] of Object.entries(files))
      repository.write(path, text.replaceAll('VERSION', version));
    return repository.commit(version);
  });
  return { ...repository, before, after };
}

export interface Comparison {
  command: readonly string[];
  setup?: readonly (readonly string[])[];
  environment?: Record<string, string>;
  test?: Partial<SuiteTest>;
  suite?: Partial<Suite>;
  /** Whether each side stands in the place of the user's checkout. */
  inView?: boolean;
  /** Perigee's own package. */
  home?: string;
  ports?: Partial<RunPorts>;
}

/** What the test put out on a side, once for each text that differs. */
export type Said = Record<Side, string[]>;

/** Measures one test in one pair, and sees once on each side what it reads. */
export async function compareVersions(
  { after, before, root, ...repository }: Versions,
  { command, environment, home, inView = false, ports, setup = [], suite, test }: Comparison,
): Promise<{ record: RunRecord; said: Said }> {
  const record = await runTests(
    { root, ...repository },
    [makeTest('program', { command, ...test })],
    {
      suite: { setup, repeats: 1, maxRepeats: 1, ...(inView && { samePath: true }), ...suite },
      ...(home !== undefined && { home }),
      environment: { ...cleanEnvironment, PYTHONDONTWRITEBYTECODE: '1', ...environment },
      sides: {
        before: { kind: 'commit', commit: before, label: 'before' },
        after: { kind: 'commit', commit: after, label: 'after' },
      },
      ports: {
        ...(inView && views !== undefined && { views }),
        ...(codeObserver === undefined ? {} : { codeObserver }),
        ...ports,
      },
    },
  );
  const logs = (wanted: Side): string[] => {
    const texts = record.profiles
      .filter(({ side }) => side === wanted)
      .map(({ log }) => readFileSync(join(root, '.perigee', 'runs', record.id, log ?? ''), 'utf8'));
    return [...new Set(texts.map((text) => text.trim()))];
  };
  return { record, said: { before: logs('before'), after: logs('after') } };
}
