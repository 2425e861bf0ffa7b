import { findCanary } from '../../contract/canaries.ts';
import { listAnnotations } from '../../contract/series-key.ts';
import { formatDay } from '../../contract/format-time.ts';
import { countThings, listSome } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import { formatChange, formatQuantity } from '../../contract/units.ts';
import { listMachineChanges } from '../../history/machine/is-of-machine.ts';
import type { AlarmsOf } from '../../pipeline/history/keep-alerts.ts';
import { groupByCommit } from '../../history/group-by-commit.ts';
import type { CreepOfSeries } from '../../history/summarize-history.ts';
import { cutPlain, makePlain } from '../../report/plain-text.ts';
import type { TerminalOptions } from '../../report/render-terminal.ts';
import { createPaint, cutToColumns, wrapToColumns } from '../../report/terminal-text.ts';
import type { Mainline } from '../../runner/revisions/read-mainline.ts';
import type { FollowedSeries, Histories } from '../../pipeline/history/histories.ts';
import { nameOf } from '../store/find-series.ts';
import { explainOtherMeanings, explainUnread } from './explain-unread.ts';
import { explainCalm, renderQuiet } from './render-quiet.ts';
import { layOut } from '../store/lay-out.ts';

const mostParts = 5;
const newestShown = 10;
/** As many as a person looks at; a machine gets all of them. */
const mostShown = 20;

/** Renders histories for people. Names, authors and subjects came from outside. */
export function renderHistories(
  found: Histories & { alarmsOf: AlarmsOf },
  isDetailed: boolean,
  { colour, columns }: TerminalOptions,
): string {
  const { followed, mainline, repository, release, unplaced, oddMachines } = found;
  const paint = createPaint(colour);
  const shown = followed.filter((one) => isDetailed || hasNews(one));
  const since = release === undefined ? 'no release' : `last release ${release.tag}`;
  const head = `${repository}, ${mainline.branch}, ${since}`;
  const lines = [cutToColumns(makePlain(head), columns)];
  if (!isDetailed) lines.push(...renderGroups(shown, mainline, columns));
  for (const one of shown.slice(0, mostShown)) {
    const title = formatTitle(one);
    lines.push('', paint('bold', cutToColumns(title, columns)));
    lines.push(...wrapToColumns(formatExactness(one), columns, '  '));
    lines.push(...renderChanges(one, mainline, columns));
    lines.push(...renderMachineChanges(one, found, columns));
    for (const creep of one.history.creep.filter(({ isOver }) => isDetailed || isOver)) {
      const text = renderCreep(one, creep, found);
      const wrapped = wrapToColumns(text, columns, '  ');
      lines.push(...wrapped.map((line) => paint(creep.isOver ? 'bad' : 'dim', line)));
      if (creep.isOver) lines.push(...renderCreepParts(creep, mainline, columns));
    }
    if (isDetailed) lines.push(...renderNewest(one, mainline, columns));
  }
  if (shown.length > mostShown) {
    const more = shown.length - mostShown;
    lines.push('', `${more} more series changed: --format json has all of them`);
  }
  lines.push(...renderQuiet(found, shown, columns));
  const ofOthers = `${unplaced} series have no run of a commit of ${mainline.branch}: push or fetch what they measured, or name the branch with --branch`;
  const notes = [explainOtherMeanings(found), explainUnread(found), unplaced > 0 && ofOthers];
  for (const note of notes.filter((one) => typeof one === 'string')) {
    lines.push('', ...wrapToColumns(makePlain(note), columns));
  }
  if (oddMachines.size > 0) {
    const runs = [...oddMachines].map((run) => cutPlain(run, 40));
    const text = `${countThings(runs.length, 'run')} on a machine that was off in most series, which counts only within the run: ${listSome(runs, newestShown)}`;
    lines.push('', ...wrapToColumns(text, columns));
  }
  return `${lines.join('\n')}\n`;
}

/** Which commits changed how many series, where one of them changed several. */
function renderGroups(
  shown: readonly FollowedSeries[],
  mainline: Mainline,
  columns: number,
): string[] {
  const groups = groupByCommit(shown.flatMap(({ history }) => history.changes));
  if (groups.every(({ changes }) => changes.length === 1)) return [];
  const rows = groups.map(({ range, changes }) => {
    const sizes = changes.map(({ change }) => change).toSorted((a, b) => a - b);
    const [least = 0, most = 0] = [sizes[0], sizes.at(-1)];
    const isSteps = changes.some(({ isGradual }) => isGradual);
    return [
      nameRange(mainline, range),
      formatDay(mainline.commits[range.upTo]?.committedAtMs ?? 0),
      `${changes.length}`,
      `${formatChange(least)} to ${formatChange(most)}${isSteps ? ', step by step' : ''}`,
    ];
  });
  return ['', ...layOut([['commits', 'on', 'series', 'change'], ...rows], columns)];
}

function hasNews({ history }: FollowedSeries): boolean {
  return history.changes.length > 0 || history.creep.some(({ isOver }) => isOver);
}

function formatTitle({ span, metric }: FollowedSeries): string {
  const place = [span.suite, span.platform, ...listAnnotations(span.annotations)].join(', ');
  return makePlain(`${nameOf(span)}: ${metric} (${place})`);
}

/** How exact levels are, and why. */
function formatExactness({ history, meaning, runs }: FollowedSeries): string {
  const { error, isLogarithm, levels, spreads } = history;
  const size = (one: number): string =>
    isLogarithm ? `${(100 * Math.expm1(one)).toFixed(1)}%` : formatQuantity(one, meaning.unit);
  const measured = `${countThings(levels.length, 'commit')} in ${countThings(runs.length, 'run')}; levels ±${size(1.96 * error)}`;
  switch (spreads.hostsFrom) {
    case 'commits':
      return `${measured}; machines differ by ${size(spreads.host)}`;
    case 'tips': {
      // The error that a chain of pairs would have: σ√2 within a run, τ between hosts.
      const side = Math.hypot(spreads.side, spreads.repeat / Math.sqrt(5));
      const paired = Math.sqrt((Math.SQRT2 * side * spreads.host) / 2);
      return `${measured}: only tips were measured, and machines differ by about ${size(spreads.host)}. Pushes compared with the commit before (mode: run) would give about ±${size(1.96 * Math.min(paired, error))}`;
    }
    case 'assumption':
      return `${measured}; too few runs to tell how machines differ`;
  }
}

function renderChanges(
  { history, meaning }: FollowedSeries,
  mainline: Mainline,
  columns: number,
): string[] {
  if (history.changes.length === 0) {
    return wrapToColumns(explainCalm({ history }), columns, '  ');
  }
  const level = ({ value }: { value: number }): string => formatQuantity(value, meaning.unit);
  const rows = history.changes.map((one) => {
    const commit = mainline.commits[one.at];
    const isSure = one.range.upTo - one.range.after === 1;
    return [
      `${formatChange(one.change)}${one.isGradual ? ', step by step' : ''}`,
      `${level(one.before)} → ${level(one.after)}`,
      `${level({ ...one.after, value: one.after.low })} to ${level({ ...one.after, value: one.after.high })}`,
      nameRange(mainline, one.range),
      formatDay(commit?.committedAtMs ?? 0),
      isSure ? cutPlain(`${commit?.author ?? ''}: ${commit?.subject ?? ''}`, 60) : '',
    ];
  });
  const young = history.changes.filter(({ isConfirmed }) => !isConfirmed).length;
  const many = rows.length === 1 ? '' : ` (${young} of ${rows.length})`;
  const note = `not confirmed yet${many}: so far fewer than five measured commits in a row showed it, and no alert opens`;
  return [
    ...layOut([['change', 'level', '95%', 'commits', 'on', ''], ...rows], columns),
    ...(young === 0 ? [] : wrapToColumns(note, columns, '  ')),
  ];
}

/** Where canaries changed with it, a change may be the machine's. */
function renderMachineChanges(
  one: FollowedSeries,
  { alarmsOf, mainline }: { alarmsOf: AlarmsOf; mainline: Mainline },
  columns: number,
): string[] {
  const alarms = alarmsOf(one);
  return one.history.changes.flatMap(({ range }) => {
    const moved = listMachineChanges(range, alarms);
    if (moved.length === 0) return [];
    const names = moved.map(
      ({ canary, change }) => `${findCanary(canary)?.title ?? canary} ${formatChange(change)}`,
    );
    const text = `${nameRange(mainline, range)}: the machine changed there too: ${listSome(names, mostParts)}`;
    return wrapToColumns(makePlain(text), columns, '  ');
  });
}

function renderCreep(
  { budget }: FollowedSeries,
  creep: CreepOfSeries,
  { mainline, release }: Histories,
): string {
  const since =
    creep.since === 'release'
      ? `since ${release?.tag ?? 'the last release'}`
      : `since the best level that held (${nameCommit(mainline, creep.from)}, ${formatDay(mainline.commits[creep.from]?.committedAtMs ?? 0)})`;
  const verdict = creep.isOver ? `OVER BUDGET (${budget?.action ?? 'warn'})` : 'within budget';
  return makePlain(
    `${formatWorse(creep.size)} ${since}, 95% from ${share(creep.low)} to ${share(creep.high)}, ${share(creep.limit).slice(1)} allowed: ${verdict}`,
  );
}

function share(size: number): string {
  return formatChange(Math.expm1(size));
}

function formatWorse(size: number): string {
  return `${share(size).replace(/^[+-]/, '')} ${size < 0 ? 'better' : 'worse'}`;
}

/** The commits that contributed the most. */
function renderCreepParts({ parts }: CreepOfSeries, mainline: Mainline, columns: number): string[] {
  const rows = parts.slice(0, mostParts).map(({ after, place, size, error, standsOut }) => {
    const commit = mainline.commits[place];
    const commits = nameRange(mainline, { after, upTo: place });
    const range = `${share(size)} ±${(196 * error).toFixed(1)}`;
    const note = standsOut ? '' : '(noise can do that)';
    return [
      range,
      commits,
      cutPlain(`${commit?.author ?? ''}: ${commit?.subject ?? ''}`, 50),
      note,
    ];
  });
  const rest = parts.slice(mostParts).reduce((sum, { size }) => sum + size, 0);
  const left = Math.max(0, parts.length - mostParts);
  return [
    ...layOut(rows, columns, '    '),
    ...(left > 0 ? [`    ${share(rest)} by ${left} more together`] : []),
  ];
}

function renderNewest(
  { history, meaning }: FollowedSeries,
  mainline: Mainline,
  columns: number,
): string[] {
  const rows = history.levels
    .slice(-newestShown)
    .map(({ place, value, low, high }) => [
      nameCommit(mainline, place),
      formatDay(mainline.commits[place]?.committedAtMs ?? 0),
      formatQuantity(value, meaning.unit),
      `${formatQuantity(low, meaning.unit)} to ${formatQuantity(high, meaning.unit)}`,
      cutPlain(mainline.commits[place]?.subject ?? '', 40),
    ]);
  return ['', ...layOut([['commit', 'on', 'level', '95%', ''], ...rows], columns)];
}

/** One commit by its name, several as git writes them. */
function nameRange(mainline: Mainline, { after, upTo }: { after: number; upTo: number }): string {
  const last = nameCommit(mainline, upTo);
  return upTo - after === 1 ? last : `${nameCommit(mainline, after)}..${last}`;
}

function nameCommit({ commits }: Mainline, place: number): string {
  return shortenCommit(commits[place]?.commit ?? 'unknown');
}
