import type { ObservationRecord, Problem, TestInputs } from '../../../../src/contract/documents.ts';
import type { Suite } from '../../../../src/contract/suite.ts';
import { Refused } from '../../../../src/transport/platform-errors.ts';
import { suiteFile } from '../../change/read-configuration.ts';
import type { BuildPlan } from '../../change/plan-build.ts';
import type { GithubSide } from '../../github/github-side.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Repository } from '../../subject.ts';
import { compareTrees, type Difference } from './compare-trees.ts';
import { coverReads, findNoticed, isCovered } from './covered-paths.ts';
import { explainDoubt, readsOfTest, summarizeReads } from './observed-reads.ts';

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
  /** Names of planned tests. */
  claimed: readonly string[];
}

export interface LeftOutAnswer {
  /** Tests that the change cannot touch, and what they read. */
  proven: Map<string, TestInputs>;
  /** One for each of the others. */
  problems: Problem[];
}

export const unprovenCode = 'left-out-unproven';

/** Trees that are asked for in one look, each once: a change to a file in ten folders differs in some thirty. */
const mostTrees = 200;

/**
 * Which tests a change cannot touch. Nothing of it comes from the change: a run of the default branch observed
 * what setup and the test read of one commit, and git's own objects tell that all of that is the same in that
 * commit and on both sides. What setup makes of the same is the same.
 */
export async function proveLeftOut(question: LeftOutQuestion): Promise<LeftOutAnswer> {
  const { claimed, plan } = question;
  const answer: LeftOutAnswer = { proven: new Map(), problems: [] };
  const budget = { trees: mostTrees };
  const ofShards = Map.groupBy(claimed, (name) => plan.shardOf.get(name) ?? -1);
  for (const [shard, names] of ofShards) {
    const found = await proveShard(question, shard, names, budget);
    for (const name of names) {
      const one = typeof found === 'string' ? found : found(name);
      if (typeof one === 'string') answer.problems.push(describeUnproven(name, one));
      else answer.proven.set(name, one);
    }
  }
  return answer;
}

/** @returns what tells of each test how it was proven, or why it was not; a sentence where it is none of them */
async function proveShard(
  question: LeftOutQuestion,
  shard: number,
  names: readonly string[],
  budget: { trees: number },
): Promise<string | ((name: string) => TestInputs | string)> {
  const { before, ledger, plan, planned, repository } = question;
  const key = { repositoryId: repository.id, suite: planned.name, planDigest: plan.digest, shard };
  const observation = ledger.findObservation(key, before);
  if (observation === undefined) {
    return 'no run of the default branch has observed what the tests of this plan read';
  }
  const readsOf = (name: string) => readsOfTest(observation, planned, name);
  const all = names.flatMap((name) => {
    const reads = readsOf(name);
    return typeof reads === 'string' ? [] : reads;
  });
  const covered = coverReads(all);
  const differences = await compareSides(question, observation, budget, (folder) =>
    isCovered(covered, folder),
  );
  if (typeof differences === 'string') return differences;
  const ofCommit = cut(observation.commit);
  if (differences.some(({ path }) => path === suiteFile)) {
    return `${suiteFile} is not that of the observed commit ${ofCommit}`;
  }
  return (name) => {
    const test = planned.tests.find((one) => one.name === name);
    if (test?.affected === 'always') return `${suiteFile} wants it measured always`;
    const reads = readsOf(name);
    if (typeof reads === 'string') return reads;
    const doubt = reads.map(explainDoubt).find((one) => one !== undefined);
    if (doubt !== undefined) return doubt;
    const noticed = findNoticed(coverReads(reads), differences);
    if (noticed === undefined) return summarizeReads(observation, name);
    return `${noticed} differs between the observed commit ${ofCommit} and a side of this change`;
  };
}

/** What differs between the observed commit and any of both sides. */
async function compareSides(
  { after, before, github, repository }: LeftOutQuestion,
  { commit }: ObservationRecord,
  budget: { trees: number },
  isWanted: (folder: string) => boolean,
): Promise<Difference[] | string> {
  const all: Difference[] = [];
  try {
    const one = await github.findTree(repository, commit);
    for (const side of new Set([before, after])) {
      const other = await github.findTree(repository, side);
      const found = await compareTrees({
        ...{ one, other, isWanted, budget },
        readTree: (id) => github.readTree(repository, id),
      });
      if (typeof found === 'string') return `${cut(side)} cannot be compared: ${found}`;
      all.push(...found);
    }
    return all;
  } catch (error) {
    if (!(error instanceof Refused) || error.isOfInstallation) throw error;
    return `GitHub does not tell what the commits hold: ${error.message}`;
  }
}

function describeUnproven(test: string, why: string): Problem {
  const message = `it was left out, and that is not proven: ${why}`;
  return { code: unprovenCode, test, message: message.slice(0, 2000) };
}

function cut(commit: string): string {
  return commit.slice(0, 12);
}
