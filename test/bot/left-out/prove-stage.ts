/** A base and a change to it, and what a run of the default branch observed. */
import { planBuild } from '../../../bot/src/change/plan-build.ts';
import { proveLeftOut } from '../../../bot/src/left-out/prove-left-out.ts';
import type { ObservationRecord, ObservedReads } from '../../../src/contract/documents.ts';
import { observerVersion } from '../../../src/contract/observation.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { listTrees } from '../servers/fake/list-trees.ts';
import { writeSuite } from '../reconcile/measurements.ts';
import { commitId, repository } from '../reconcile/world.ts';

export const suiteText = writeSuite({ tests: ['upload', 'download'] });
const files: Record<string, string> = {
  'perigee.yml': suiteText,
  'upload.mjs': 'u',
  'download.mjs': 'd',
  'src/hash.js': 'h',
  'src/deep/one.js': '1',
  'docs/a.md': 'a',
  'vendor/lib': 'mode 160000:a commit',
  current: 'mode 120000:src',
};
export const readsOf = (changes: Partial<ObservedReads> = {}): ObservedReads => ({
  ...{ paths: ['upload.mjs', 'src', 'src/hash.js'], listed: [], doubts: [], seesQuestions: true },
  ...changes,
});
const observed = commitId('observed');

export interface Case {
  reads?: ObservedReads;
  setup?: ObservedReads;
  /** What the change changes; null takes away. */
  changes?: Record<string, string | null>;
  /** What the observed commit has besides. */
  more?: Record<string, string>;
  /** What was changed on the base since it was observed. */
  since?: Record<string, string | null>;
  suite?: string;
  planDigest?: string;
  isWhole?: boolean;
  observer?: number;
  /** Observations that come after the first, of the same commit or of the base. */
  others?: { of?: string; reads: ObservedReads }[];
  claimed?: string[];
}

function change(all: Record<string, string>, by: Record<string, string | null>) {
  const changed = new Map(Object.entries(all));
  for (const [path, content] of Object.entries(by)) {
    if (content === null) changed.delete(path);
    else changed.set(path, content);
  }
  return changed;
}

export async function prove(one: Case) {
  const { changes = {}, claimed = ['upload'], isWhole = true, reads = readsOf(), since = {} } = one;
  const ofObserved = { ...files, ...one.more };
  const base = change(ofObserved, since);
  const commits = new Map([
    [observed, listTrees(new Map(Object.entries(ofObserved)))],
    [commitId('base'), listTrees(base)],
    [commitId('head'), listTrees(change(Object.fromEntries(base), changes))],
  ]);
  const planned = parseSuite(one.suite ?? suiteText, 'perigee.yml');
  const plan = planBuild(planned, 1);
  if (typeof plan === 'string') throw new Error(plan);
  const observation: ObservationRecord = {
    ...{ schema: 'perigee/observation', version: 1, commit: observed, by: ['strace'] },
    ...{ observedAt: '2026-11-21T06:00:00Z', observer: one.observer ?? observerVersion },
    ...(one.setup === undefined ? {} : { setup: one.setup }),
    tests: [{ name: 'upload', reads }],
    entries: [{ path: 'upload.mjs', kind: 'file' }],
  };
  const others = (one.others ?? []).map(({ of = observed, reads: ofOther }) => ({
    ...{ ...observation, commit: of, tests: [{ name: 'upload', reads: ofOther }] },
  }));
  const observations = [observation, ...others];
  let asked = 0;
  const answer = await proveLeftOut({
    github: {
      findTree: async (_, commit) => commits.get(commit)?.root ?? '',
      readTree: async (_, id) => {
        asked += 1;
        const trees = [...commits.values()].map((commit) => commit.trees.get(id));
        return { entries: trees.find((each) => each !== undefined) ?? new Map(), isWhole };
      },
    },
    ledger: {
      findObservation: ({ planDigest }, _, place) =>
        planDigest === (one.planDigest ?? plan.digest) ? observations[place] : undefined,
    },
    ...{ repository, planned, plan, claimed },
    ...{ before: commitId('base'), after: commitId('head') },
  });
  return { ...answer, asked };
}
