import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import { listOverBudget } from '../../../src/gate/hold-budget.ts';
import type { GithubSide } from '../github/github-side.ts';
import { describeBudgets } from './describe-budgets.ts';
import { type ChangedSteps, findPipelineSteps, findWorkflowSteps } from './find-steps.ts';
import type { Look } from './look.ts';

/** What a reader should know to read the verdict, one sentence each. */
export async function listNotes(
  github: Pick<GithubSide, 'readFile'>,
  look: Look,
): Promise<string[]> {
  const { change, configuration, facts, measurements } = look;
  const notes: string[] = [...measurements.lost];
  if (measurements.twin !== undefined) {
    notes.push(
      `Nothing had to be measured: pull request ${measurements.twin} has the same files on the same base, and its run passed.`,
    );
  }
  const last = facts.attempts.at(-1)?.verdict;
  if (last !== undefined) notes.push(...describeBudgets(look.budgets, listHeld(look)));
  const isNew = configuration.base.kind === 'none';
  const steps = isNew ? undefined : await findSteps(github, look);
  if (steps !== undefined) notes.push(...describeSteps(steps));
  if (isNew && last !== undefined && change.kind !== 'push') {
    notes.push('The base branch has no perigee.yml, so the thresholds are those of this change.');
  }
  return notes;
}

/** What the change makes worse of which the budget is exceeded. */
function listHeld({ decision: { state }, facts }: Look): SeriesVerdict[] {
  const { overBudget } = facts;
  if (state.kind !== 'judged' || overBudget === undefined) return [];
  return state.outcome === 'over-budget' ? listOverBudget(state.judgement, overBudget) : [];
}

/** Only for a pull request: the changes of a merge group or push had one before. */
async function findSteps(
  github: Pick<GithubSide, 'readFile'>,
  { change, configuration, measurements }: Look,
): Promise<ChangedSteps | undefined> {
  const { gate } = configuration;
  if (gate === undefined || change.kind !== 'pull-request' || !change.isOpen) return undefined;
  if (gate.pipeline === undefined) return findWorkflowSteps(github, change, gate.workflow);
  const { current } = measurements;
  return findPipelineSteps(change, current?.side.listCommands(current.run) ?? []);
}

const mostNamed = 5;

function describeSteps({ changed, mentioned, unknown }: ChangedSteps): string[] {
  const so = 'so what was run is not what the base branch runs';
  return [
    ...(changed.length === 0
      ? []
      : [`What measures is changed here, ${so}: ${nameFiles(changed)}.`]),
    ...(mentioned.length === 0
      ? []
      : [`What measures names files that are changed here: ${nameFiles(mentioned)}.`]),
    ...(unknown.length === 0
      ? []
      : [`Perigee cannot tell whether this is changed: ${nameFiles(unknown)}.`]),
  ];
}

function nameFiles(files: readonly string[]): string {
  const named = files.slice(0, mostNamed).map((file) => file.slice(0, 120));
  const more = files.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}
