import { cutText } from '../../../src/contract/cut-text.ts';
import { formatBudgetStart } from '../../../src/contract/alerts.ts';
import { openTellPlatform, type TellPlatform } from '../../../src/contract/compare-platforms.ts';
import { listSome, andMore } from '../../../src/contract/count-things.ts';
import { shortenCommit } from '../../../src/contract/commit.ts';
import type { Alert } from '../../../src/contract/alerts.ts';
import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import type { SeriesIdentity } from '../../../src/contract/series-key.ts';
import { formatChange, formatShare } from '../../../src/contract/units.ts';
import { listOverBudget } from '../../../src/gate/hold-budget.ts';
import { nameMetric, nameSlice } from '../../../src/report/series-words.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import { type ChangedSteps, findPipelineSteps, findWorkflowSteps } from './find-steps.ts';
import type { Look } from './look.ts';

/** Notes that a reader needs for the verdict, one sentence each. */
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
  if (last !== undefined)
    notes.push(...describeBudgets(look.budgets, listHeld(look), openTellPlatform(last)));
  const isNew = configuration.base.kind === 'none';
  const steps = isNew ? undefined : await findSteps(github, look);
  if (steps !== undefined) notes.push(...describeSteps(steps));
  if (isNew && last !== undefined && change.kind !== 'push') {
    notes.push('The base branch has no perigee.yml, so the thresholds are those of this change.');
  }
  return notes;
}

/** Series that the change makes worse and whose budget is exceeded. */
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
  return listSome(
    files.map((file) => file.slice(0, 120)),
    mostNamed,
  );
}

const mostParts = 3;

/**
 * Describes the exceeded budgets of the branch.
 * @param held series of them that the change makes worse
 */
function describeBudgets(
  budgets: readonly Alert[],
  held: readonly SeriesVerdict[],
  tellPlatform: TellPlatform,
): string[] {
  const [first, ...rest] = held;
  const more = andMore(rest.length, 'series');
  const own =
    first === undefined
      ? []
      : [
          `This change makes it worse still: ${formatSeries(first)}${tellPlatform(first)} ${formatChange(first.evidence.change ?? 0)}${more}.`,
        ];
  return [...own, ...describeAll(budgets, tellPlatform)];
}

function formatSeries(
  series: Pick<SeriesIdentity, 'annotations' | 'metric' | 'test' | 'span'>,
): string {
  return `${nameMetric(series.metric)} of ${cutText(nameSlice(series), 120)}`;
}

function describeAll(budgets: readonly Alert[], tellPlatform: TellPlatform): string[] {
  return budgets.flatMap(({ budget, series: [worst, ...others] }) => {
    if (budget === undefined || worst === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${others.length} more series`;
    const size = `${formatSeries(worst)}${tellPlatform(worst)} ${formatChange(worst.change)}${more}`;
    const parts = budget.parts
      .slice(0, mostParts)
      .map(
        ({ commit, size: part, subject }) =>
          `${formatChange(part)} ${shortenCommit(commit)} ${cutText(subject, 60)}`,
      );
    const most = parts.length === 0 ? '' : ` The most: ${parts.join('; ')}.`;
    const blocks =
      budget.action === 'block' ? ' A change that makes these worse is held back.' : '';
    return [
      `The default branch is over its budget of ${formatShare(budget.limit)} since ${cutText(formatBudgetStart(budget), 60)}: ${size}.${blocks}${most}`,
    ];
  });
}
