import type { SortedJudgement } from './sort-judgement.ts';
import { tellConfirmation } from './tell-confirmation.ts';
import { sayMerge } from './tell-state.ts';
import type { ViewState } from './view.ts';

const rerun = '`/perigee rerun`';

/** How sure it is, what it does to the merge and who can do what now; a clean change needs none of it. */
export function tellWhatNow(state: ViewState, sorted: SortedJudgement): string[] {
  if (state.kind !== 'judged') return [];
  const merge = sayMerge(state.blocks);
  switch (state.outcome) {
    case 'passed':
    case 'accepted':
      return [];
    case 'regressed': {
      const accept = '`/perigee accept <series or all> because <reason>`';
      const ofSeries = sorted.blocking.length > 0;
      const explain = ofSeries ? ' `/perigee explain` shows the evidence.' : '';
      const commands = [...(ofSeries ? [accept] : []), rerun].join(' · ');
      const sure = tellConfirmation(state.judgement, sorted);
      return [
        `${[...sure, merge].join(' ')} **What now:** fix it and push.${explain} With write access also ${commands}`,
      ];
    }
    case 'undecided':
      return [`${merge} More repeats may decide: ${rerun} (with write access).`];
    case 'incomplete':
      return [
        `${merge} **What now:** see below what is missing; ${rerun} (with write access) measures it again.`,
      ];
    case 'no-baseline':
      return [`${merge} Once there is a baseline, changes are compared with it.`];
  }
}
