import { expect, test } from 'vitest';
import { openPull, startScenario } from '../reconcile/scenario.ts';
import { commitId, repository } from '../reconcile/world.ts';
import { accepting, lookUntilDone, pushToMain } from './pushes.ts';

const accepted = { ...accepting, change: 0.32, changeAbsolute: 4e6, upper: 0.35 };

test.each([1, 19, 20, 60])(
  'an accept counts when its pull request is merged, however many later ones have some too (%i)',
  async (others) => {
    const scenario = startScenario();
    const { ledger, world } = scenario;
    const merged = pushToMain(scenario, 'merged', { factor: 1.3 });
    for (let number = 4; number <= 4 + others; number++) {
      openPull(world, number, commitId(`head of ${number}`));
      const facts = { repositoryId: repository.id, commit: commitId(`head of ${number}`), atMs: 1 };
      ledger.addAccept({ ...facts, number, series: [accepted], by: 'm', because: 'worth it' });
    }
    Object.assign(world.pulls.get(4)!, { isOpen: false, isMerged: true, mergeCommit: merged });
    await lookUntilDone(scenario, merged);
    expect(world.issues).toEqual([]);
  },
);
