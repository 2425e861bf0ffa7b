import { shortenCommit } from '../../../src/contract/commit.ts';
import type {
  ObservationRecord,
  ObservedReads,
  Problem,
  TestInputs,
} from '../../../src/contract/documents.ts';
import {
  coverReads,
  type Difference,
  findNoticed,
  isCovered,
} from '../../../src/contract/covered-paths.ts';
import { observerVersion } from '../../../src/contract/observation.ts';
import { explainDoubt, readsOfTest, summarizeReads } from '../../../src/contract/observed-reads.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { suiteFile } from '../change/read-configuration.ts';
import type { BuildPlan } from '../change/plan-build.ts';
import type { Tree } from '../github/github-side.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Repository } from '../subject.ts';
import { compareTrees } from './compare-trees.ts';

export interface LeftOutQuestion {
  github: Pick<GithubSide, 'findTree' | 'readTree'>;
  ledger: Pick<Ledger, 'findObservation'>;
  repository: Repository;
  /** As the change has it. */
  planned: Suite;
  plan: BuildPlan;
  /** Full commit ids of both sides, from the API. */
  before: string;
  after: string;
  /** Labels of planned tests. */
  claimed: readonly string[];
}

export interface LeftOutAnswer {
  /** Tests that the change cannot touch, by label, and what they read. */
  proven: Map<string, TestInputs>;
  /** One for each of the others. */
  problems: Problem[];
}

export const unprovenCode = 'left-out-unproven';

/** Trees that are asked for in one look, each once: a change to a file in ten folders differs in some thirty. */
const mostTrees = 200;

/** Observations of a shard that are tried: where the base has moved on since one, an older or newer one may still fit it. */
const mostTried = 3;

/**
 * Which tests a change cannot touch. Nothing of it comes from the change: a run of the default branch observed
 * what setup and the test read of one commit, and git's own objects tell that all of that is the same in that
 * commit and on both sides. What setup makes of the same is the same.
 */
export async function proveLeftOut(question: LeftOutQuestion): Promise<LeftOutAnswer> {
  const { claimed, plan } = question;
  const answer: LeftOutAnswer = { proven: new Map(), problems: [] };
  const trees = createTreeReader(question);
  const ofShards = Map.groupBy(claimed, (name) => plan.shardOf.get(name) ?? -1);
  for (const [shard, names] of ofShards) {
    const found = await proveShard(question, shard, names, trees);
    for (const name of names) {
      const one = found.get(name) ?? unobserved;
      if (typeof one === 'string') answer.problems.push(describeUnproven(plan.nameOf(name), one));
      else answer.proven.set(name, one);
    }
  }
  return answer;
}

const unobserved = 'no run of the default branch has observed what the tests of this plan read';

/** @returns how a test was proven, or a sentence why it was not */
async function proveShard(
  question: LeftOutQuestion,
  shard: number,
  names: readonly string[],
  trees: Trees,
): Promise<Map<string, TestInputs | string>> {
  const { before, ledger, plan, planned, repository } = question;
  const key = { repositoryId: repository.id, suite: planned.name, planDigest: plan.digest, shard };
  const answers = new Map<string, TestInputs | string>();
  let open = names;
  for (let place = 0; place < mostTried && open.length > 0; place += 1) {
    const observation = ledger.findObservation(key, before, place);
    if (observation === undefined) break;
    const prove = await readObservation(question, observation, open, trees);
    open = open.filter((name) => {
      const found = prove(name);
      // The first of those that do not fit the base is nearest, and says most.
      if (found.kind !== 'unfit')
        answers.set(name, found.kind === 'same' ? found.inputs : found.why);
      else if (!answers.has(name)) answers.set(name, found.why);
      return found.kind === 'unfit';
    });
  }
  return answers;
}

type Proof =
  | { kind: 'same'; inputs: TestInputs }
  /** The change may touch it. */
  | { kind: 'unproven'; why: string }
  /** This observation says nothing of the base. */
  | { kind: 'unfit'; why: string };

async function readObservation(
  question: LeftOutQuestion,
  observation: ObservationRecord,
  labels: readonly string[],
  trees: Trees,
): Promise<(label: string) => Proof> {
  const { after, before, plan, planned } = question;
  if ((observation.observer ?? 0) < observerVersion) {
    const why = 'it was observed by an older version of Perigee, which may miss what a test reads';
    return () => ({ kind: 'unfit', why });
  }
  const readsOf = (name: string) => readsOfTest(observation, planned, name);
  const all = labels.flatMap((label) => {
    const reads = readsOf(plan.nameOf(label));
    return typeof reads === 'string' ? [] : reads;
  });
  const covered = coverReads(all);
  const compare = (side: string) =>
    trees.compare(observation.commit, side, (folder) => isCovered(covered, folder));
  const [ofBase, ofHead] = [await compare(before), await compare(after)];
  const commit = cut(observation.commit);
  /** @returns why what was observed is not that of a side; undefined where it is */
  const explain = (
    reads: readonly ObservedReads[],
    differences: Difference[] | string,
  ): string | undefined => {
    if (typeof differences === 'string') return differences;
    if (differences.some(({ path }) => path === suiteFile)) {
      return `${suiteFile} is not that of the observed commit ${commit}`;
    }
    const noticed = findNoticed(coverReads(reads), differences);
    return (
      noticed &&
      `${noticed} differs between the observed commit ${commit} and a side of this change`
    );
  };
  return (label) => {
    const name = plan.nameOf(label);
    const test = planned.tests.find((one) => one.name === name);
    if (test?.affected === 'always') {
      return { kind: 'unproven', why: `${suiteFile} wants it measured always` };
    }
    const reads = readsOf(name);
    if (typeof reads === 'string') return { kind: 'unfit', why: reads };
    // A test that reads by chance did so before, too: an older observation that missed it is not asked.
    const doubt = reads.map(explainDoubt).find((one) => one !== undefined);
    if (doubt !== undefined) return { kind: 'unproven', why: doubt };
    const unfit = explain(reads, ofBase);
    if (unfit !== undefined) return { kind: 'unfit', why: unfit };
    const touched = explain(reads, ofHead);
    if (touched !== undefined) return { kind: 'unproven', why: touched };
    return { kind: 'same', inputs: summarizeReads(observation, name) };
  };
}

interface Trees {
  /** The differences between two commits, or a sentence if they are unknown. */
  compare(
    one: string,
    other: string,
    isWanted: (folder: string) => boolean,
  ): Promise<Difference[] | string>;
}

/** Reads each tree once in one look. */
function createTreeReader({ github, repository }: LeftOutQuestion): Trees {
  const known = new Map<string, Promise<Tree>>();
  const readTree = (id: string): Promise<Tree> | undefined => {
    const found = known.get(id);
    if (found !== undefined || known.size >= mostTrees) return found;
    const asked = github.readTree(repository, id);
    known.set(id, asked);
    return asked;
  };
  return {
    compare: async (commit, side, isWanted) => {
      try {
        const one = await github.findTree(repository, commit);
        const other = await github.findTree(repository, side);
        const found = await compareTrees({ one, other, isWanted, readTree });
        return typeof found === 'string' ? `${cut(side)} cannot be compared: ${found}` : found;
      } catch (error) {
        if (!(error instanceof Refused) || error.isOfInstallation) throw error;
        return `GitHub does not tell what the commits hold: ${error.message}`;
      }
    },
  };
}

function describeUnproven(test: string, why: string): Problem {
  const message = `it was left out, and that is not proven: ${why}`;
  return { code: unprovenCode, test, message: message.slice(0, 2000) };
}

function cut(commit: string): string {
  return shortenCommit(commit);
}
