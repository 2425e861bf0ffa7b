import type { Suite } from '../../../src/contract/suite.ts';
import type { BuildPlan } from '../change/plan-build.ts';
import { proveLeftOut } from '../left-out/prove-left-out.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';
import type { JudgedPush } from './judged-push.ts';

/** Observations that are asked, the newest first: a pull request went by one of them. */
const mostAsked = 5;

export interface BlindSpotQuestion {
  ports: Pick<LookPorts, 'github' | 'ledger'>;
  repository: Repository;
  push: JudgedPush;
  planned: Suite;
  plan: BuildPlan;
  /** Tests that the push made worse. */
  moved: readonly string[];
}

/**
 * Tests that a push made worse though it touches nothing that they were seen to read. A pull request with the same
 * change leaves them out, so something about them is not seen. One observation that says so is enough, though
 * others may know better: a pull request may have gone by that one.
 */
export async function findBlindSpots(question: BlindSpotQuestion): Promise<string[]> {
  const { plan, planned, ports, push, repository } = question;
  const { github, ledger } = ports;
  const found = new Set<string>();
  for (let place = 0; place < mostAsked; place += 1) {
    const open = new Set(question.moved.filter((name) => !found.has(name)));
    const claimed = [...plan.shardOf.keys()].filter((label) => open.has(plan.nameOf(label)));
    if (claimed.length === 0) break;
    const { proven } = await proveLeftOut({
      ...{ github, repository, planned, plan, claimed },
      ...{ before: push.before, after: push.commit },
      ledger: {
        findObservation: (key, commit, at) =>
          at === 0 ? ledger.findObservation(key, commit, place) : undefined,
      },
    });
    for (const label of proven.keys()) found.add(plan.nameOf(label));
  }
  return [...found];
}
