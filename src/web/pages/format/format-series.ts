import { countThings } from '../../../contract/count-things.ts';
import { formatChange, formatQuantity, formatShare } from '../../../contract/units.ts';
import { fewestLevels } from '../../../history/find-level-changes.ts';
import type {
  Change,
  ChangeGroup,
  Creep,
  RunOfSeries,
  Series,
  SeriesName,
} from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { median } from '../../../stats/median.ts';
import { listHosts } from './list-hosts.ts';
import { writeYoungStep } from './overview-words.ts';
import {
  listPlace,
  nameCommit,
  nameOrigin,
  titleCommit,
  titleSeries,
  writeBy,
  writeInterval,
  writeLevel,
  writeDay,
  writeDayOf,
  type Phrase,
} from './name-things.ts';

/** As `perigee history` tells it. */
export function formatFormer({ formerly, series }: Series): string | undefined {
  if (formerly === undefined) return undefined;
  const { commit, direction, unit } = formerly;
  const change =
    unit === series.unit
      ? `${direction} was better, now ${series.direction} is`
      : `the unit was ${unit}, now it is ${series.unit}`;
  return `From ${nameCommit(commit)} on ${change}: older values are another series.`;
}

/** `15.0% worse` */
export function formatWorse(change: number, isWorse: boolean): string {
  return `${formatShare(change)} ${isWorse ? 'worse' : 'better'}`;
}

/** Since which commit, how much, and how sure. */
export function formatSince(answer: Series, change: Change, repository: string): Phrase {
  const { series } = answer;
  const { after, upTo } = change.range;
  const compare = linkTo.compare(repository, { before: after.commit, after: upTo.commit });
  const levels = `${writeLevel(change.before, series)} → ${writeLevel(change.after, series)} (95%: ${writeInterval(change.after, series)}).`;
  const size = formatWorse(change.change, change.isWorse);
  const [first, last] = [nameCommit(after.commit), nameCommit(upTo.commit)];
  if (change.isGradual) {
    return [
      `${size}, step by step between `,
      { text: `${first} and ${last}`, to: compare },
      ` (${writeDayOf(after, answer)} to ${writeDay(upTo.atMs)}): no single commit did it. ${levels}`,
    ];
  }
  const commits = countBetween(answer, change);
  if (commits === 1) {
    return [
      `${size} since `,
      { text: titleCommit(change.commit, findSubject(answer, change.commit)), to: compare },
      `${writeBy(change.author)} on ${writeDay(change.atMs)}: ${levels}`,
    ];
  }
  return [
    `${size} since ${commits === undefined ? 'a commit' : `one of ${commits} measured commits`} after `,
    { text: first, to: compare },
    ` and up to ${last}, most likely ${nameCommit(change.commit)} (${writeDay(upTo.atMs)}): ${levels}`,
  ];
}

function findSubject({ commits }: Series, commit: string): string | undefined {
  return commits.find((one) => one.commit === commit)?.subject;
}

/** One commit by its name, several as git writes them. */
export function nameRange(answer: Series, change: Change): string {
  const [first, last] = [change.range.after, change.range.upTo].map(({ commit }) =>
    nameCommit(commit),
  );
  return countBetween(answer, change) === 1
    ? titleCommit(change.commit, findSubject(answer, change.commit))
    : `${first}..${last}`;
}

function countBetween({ commits }: Series, { range }: Change): number | undefined {
  const from = commits.findIndex(({ commit }) => commit === range.after.commit);
  const to = commits.findIndex(({ commit }) => commit === range.upTo.commit);
  return from < 0 || to < from ? undefined : to - from;
}

/** A step that a person sees at either end of a short history is none yet. */
const needsNeighbours = `A change counts once ${fewestLevels / 2} commits before it and ${fewestLevels / 2} from it on are measured, a very clear one sooner.`;

/** Nothing changed: the level, or how much is missing to say so. */
export function formatSteady({ allLevels, commits, levels, series }: Series): Phrase {
  const newest = levels.at(-1);
  if (newest === undefined) {
    return [
      'No build measured it on the default branch yet, so each build stands for itself: before in grey, after in blue.',
    ];
  }
  const level = `${writeLevel(newest, series)} (95%: ${writeInterval(newest, series)})`;
  const count = allLevels ?? levels.length;
  if (count < fewestLevels) {
    return [
      `${level} at the newest commit. ${countThings(count, 'commit is', 'commits are')} too few to find a change: it takes ${fewestLevels}.`,
    ];
  }
  const [first] = commits;
  const steady = `No change in ${countThings(count, 'commit')} since ${first === undefined ? '' : writeDayOf(first, { commits })}: ${level}.`;
  const step = writeYoungStep({ commits, levels, series });
  const isOpen = step !== '' || count < 2 * fewestLevels;
  return [isOpen ? `${steady}${step} ${needsNeighbours}` : steady];
}

/** On which hosts a change shows. */
export function formatHosts(answer: Series, change: Change): string {
  const { hosts, pairs } = listHosts(answer, change);
  const both = hosts.filter((one) => one.change !== undefined);
  const shows = both.filter(({ change: own = 0 }) => own / change.change >= 0.5);
  const direct =
    pairs.length === 0
      ? 'No run measured both sides of it on one host.'
      : `${countThings(pairs.length, 'run')} measured both sides of it on one host: ${formatChange(median(pairs))}${pairs.length === 1 ? '' : ' (median)'}; a level puts all runs together.`;
  if (both.length === 0) return `No kind of host measured commits before and after it. ${direct}`;
  const list = both
    .slice(0, 4)
    .map((one) => `${one.name} ${formatChange(one.change ?? 0)}`)
    .join('; ');
  const more = both.length > 4 ? ` and ${both.length - 4} more` : '';
  const where =
    both.length === 1
      ? `Only one kind of host measured it: ${list}.`
      : `It shows on ${shows.length} of ${both.length} kinds of hosts: ${list}${more}.`;
  const doubt =
    both.length > 1 && shows.length <= both.length / 2 ? ' Suspect the hosts before the code.' : '';
  return `${where} ${direct}${doubt}`;
}

/** The group of a change among those of the repository. */
export function findGroup(
  groups: readonly ChangeGroup[],
  { series: { id } }: Series,
  { isWorse, range }: Change,
): ChangeGroup | undefined {
  const fits = groups.filter(
    (group) =>
      group.isWorse === isWorse &&
      group.range.after.atMs < range.upTo.atMs &&
      range.after.atMs < group.range.upTo.atMs,
  );
  return fits.find(({ largest }) => largest.some(({ series }) => series.id === id)) ?? fits[0];
}

/** Other metrics that moved. */
export function formatOthers(
  group: ChangeGroup | undefined,
  { series: own }: Series,
  { range }: Change,
  repository: string,
): Phrase {
  const compare = {
    text: 'compare all series',
    to: linkTo.compare(repository, { before: range.after.commit, after: range.upTo.commit }),
  };
  if (group === undefined) return ['To see what else moved, ', compare, '.'];
  const others = group.largest.filter(({ series }) => series.id !== own.id);
  if (group.count <= 1) return ['Nothing else moved with it (', compare, ').'];
  const shown = others.slice(0, 3).flatMap(({ change, series }, i): Phrase => {
    return [
      i === 0 ? ': ' : ', ',
      { text: titleSeries(series), to: linkTo.oneSeries(repository, series.id) },
      `${formatApart(series, own)} ${formatChange(change)}`,
    ];
  });
  const rest = group.count - 1 - Math.min(3, others.length);
  return [
    `${countThings(group.count - 1, 'other series')} moved with it`,
    ...shown,
    `${rest > 0 ? ` and ${rest} more` : ''} (`,
    compare,
    ').',
  ];
}

/** The differences beside metric, test and span: ` (num_files=10, linux-arm64)`. */
function formatApart(series: SeriesName, own: SeriesName): string {
  const known = new Set(listPlace(own));
  const apart = listPlace(series).filter((one) => !known.has(one));
  return apart.length === 0 ? '' : ` (${apart.join(', ')})`;
}

/** The measurement of the build of a link, and whether it is more than noise. */
export function formatRun(
  { isLogarithm, levels, series, spreads }: Series,
  run: RunOfSeries,
  repository: string,
): Phrase {
  const { after, before, compared } = run;
  const build = { text: makePlain(run.runId), to: linkTo.build(repository, run) };
  const which: Phrase = ['Run ', build, ` of ${nameOrigin(run)}, ${writeDay(run.atMs)},`];
  if (before === undefined || after === undefined || compared === undefined)
    return [...which, ' measured one side only.'];
  const { change } = compared;
  const sizes = `${formatQuantity(compared.before, series.unit)} → ${formatQuantity(compared.after, series.unit)}`;
  if (change === undefined) return [...which, ` measured ${sizes}.`];
  if (levels.length === 0) {
    return [
      ...which,
      ` measured ${sizes}, ${formatChange(change)}. Without builds of the default branch, Perigee cannot say how much before and after differ by chance here; the `,
      { text: 'page of the build', to: linkTo.build(repository, run) },
      ' shows what its own repeats say.',
    ];
  }
  if (!isLogarithm) {
    return [
      ...which,
      ` measured ${sizes}, ${formatChange(change)}. Some values are not positive, so Perigee cannot say how much before and after differ by chance here.`,
    ];
  }
  const repeats = Math.max(1, Math.min(before.repeats.length, after.repeats.length));
  const noise = Math.expm1(
    1.96 * Math.SQRT2 * Math.hypot(spreads.side, spreads.repeat / Math.sqrt(repeats)),
  );
  const verdict = Math.abs(change) > noise ? 'so this is more than noise' : 'so noise can do that';
  return [
    ...which,
    ` measured ${sizes}, ${formatChange(change)}. By chance, before and after differ by up to ${formatShare(noise)} here, ${verdict}.`,
  ];
}

/** The sum of many small changes. */
export function formatCreep(creep: Creep, answer: Pick<Series, 'commits'>): string {
  const since =
    creep.since === 'release'
      ? `since the last release (${nameCommit(creep.from.commit)})`
      : `since the best level that held (${nameCommit(creep.from.commit)}, ${writeDayOf(creep.from, answer)})`;
  const limit =
    creep.limit === undefined
      ? 'no budget is set'
      : `${formatShare(creep.limit)} allowed: ${creep.isOver ? 'over budget' : 'within budget'}`;
  return `${formatWorse(creep.size, creep.size > 0)} ${since}, 95% from ${formatChange(creep.low)} to ${formatChange(creep.high)}; ${limit}`;
}
