import { formatDay } from '../../../src/contract/format-time.ts';
import { shortenCommit } from '../../../src/contract/commit.ts';
import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import { seriesKey } from '../../../src/contract/series-key.ts';
import { endOfDayMs } from '../ledger/accepts.ts';
import type { AcceptedSeries, Accept } from '../../../src/gate/accept.ts';
import {
  describeAccept,
  listAccepted,
  listNames,
  listSeries,
  formatName,
  formatPerson,
} from './format-answer.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import type { Command } from './command.ts';
import type { Look } from '../reconcile/look.ts';
import { matchSeries } from './match-series.ts';
import { findJudged, type JudgedSituation, readSituation } from './read-situation.ts';

const longestDays = 366;
const dayMs = 24 * 60 * 60_000;

/** GitHub tells whole seconds. @returns the last moment at which a person can have seen what the command is about */
export function lastSeenMs({ writtenAtMs }: Pick<Asked, 'writtenAtMs'>): number {
  return writtenAtMs + 999;
}

export type AcceptCommand = Extract<Command, { kind: 'accept' }>;

/**
 * Accepts regressions of the pull request's head. What was judged, or pushed, after the
 * command was written is not covered: its author cannot have meant it.
 * @param asked by a person with the right to it
 */
export async function acceptSeries(
  ports: CommandPorts,
  asked: Asked,
  command: AcceptCommand,
): Promise<Answer> {
  const subject = { kind: 'pull-request' as const, ...pick(asked) };
  const before = ports.ledger.findAccept(asked.repository.id, asked.key);
  // It was carried out without an answer.
  if (before !== undefined) return { text: describeAccept(before, []), wakes: subject };
  const refused = refuseUntil(command.until, ports.nowMs());
  if (refused !== undefined) return { text: refused };
  const seenUntilMs = lastSeenMs(asked);
  const situation = await readSituation(ports, subject, { keptUntilMs: seenUntilMs });
  if (situation === undefined || !situation.change.isOpen) {
    return { text: 'The pull request is closed: there is nothing to accept any more.' };
  }
  const { head, headSinceMs, nowMs } = situation.facts;
  const judged = findJudged(situation);
  if (headSinceMs > seenUntilMs || judged === undefined) return { text: refuseUnseen(situation) };
  const chosen = chooseSeries(command, judged);
  if (typeof chosen === 'string') return { text: chosen };
  const accept = ports.ledger.addAccept(
    {
      ...{ repositoryId: asked.repository.id, number: asked.number, commit: head },
      series: chosen.map((series) => recordSeries(series, judged)),
      ...{ by: asked.by, because: command.because, atMs: nowMs },
      until: command.until,
    },
    asked.key,
  );
  return { text: describeAccept(accept, judged.brokenTests), wakes: subject };
}

/** Answers with the command to paste: an accept has a reason, and a button cannot ask for one. */
export async function explainAccept(ports: CommandPorts, asked: Asked): Promise<Answer> {
  const situation = await readSituation(ports, { kind: 'pull-request', ...pick(asked) });
  const judged = situation && findJudged(situation);
  if (judged === undefined) return { text: 'The newest commit has no verdict yet.' };
  if (judged.red.length === 0) return { text: explainNothing(judged) };
  const sizes = judged.red.map((series) => recordSeries(series, judged));
  const paste = '```\n/perigee accept all because <reason>\n```';
  return {
    text: [
      'Nothing is accepted yet: an accept needs a reason. Give it in a comment:',
      paste,
      'It would cover:',
      listAccepted(sizes),
    ].join('\n\n'),
  };
}

function pick({ repository, number }: Asked) {
  return { repository, number };
}

/** @returns the answer where the last day cannot be meant */
export function refuseUntil(until: string | undefined, nowMs: number): string | undefined {
  if (until === undefined) return undefined;
  const leftMs = endOfDayMs(until) - nowMs;
  if (leftMs <= 0) return `${until} is over: nothing was accepted.`;
  if (leftMs <= (longestDays + 1) * dayMs) return undefined;
  return `${until} is more than a year ahead: nothing was accepted. Name a day within a year, or none at all.`;
}

function refuseUnseen({ facts }: Look): string {
  const head = `\`${shortenCommit(facts.head)}\``;
  const why = 'Nothing was accepted: an accept never covers what has not been seen.';
  const next = 'Read its report, and repeat the command if you still agree.';
  if (facts.run?.status !== 'completed') {
    return `${why} The newest commit ${head} had no verdict yet when this was written. ${next}`;
  }
  return `${why} The newest commit ${head} was pushed or judged after this was written, or left nothing to judge. ${next}`;
}

/** @returns the answer where nothing can be accepted */
export function chooseSeries(
  { what }: AcceptCommand,
  judged: JudgedSituation,
): SeriesVerdict[] | string {
  const { red } = judged;
  if (red.length === 0) return explainNothing(judged);
  if (what === 'all') return red;
  const matched = matchSeries(what, red);
  if (matched.kind === 'found') return matched.series;
  const refused =
    matched.kind === 'ambiguous'
      ? `${formatName(matched.name)} is ambiguous`
      : `${formatName(matched.name)} is not among them`;
  const meant = matched.kind === 'ambiguous' ? matched.series : red;
  const listed = listSeries(meant, judged.verdict.series);
  return `Nothing was accepted: you can accept only series past a threshold that blocks, and ${refused}.\n\n${listed}`;
}

function explainNothing(judged: JudgedSituation): string {
  const ids = [...judged.judged.values()].flatMap(({ fate, accept }) =>
    fate === 'accepted' && accept !== undefined ? [accept.id] : [],
  );
  const accepted = ids.length === 0 ? '' : ` Already accepted: ${[...new Set(ids)].join(', ')}.`;
  const broken = judged.brokenTests;
  const failing =
    broken.length === 0 ? '' : ` A test that fails cannot be accepted: ${listNames(broken)}.`;
  return `There is nothing to accept: no series is past a threshold that blocks.${accepted}${failing}`;
}

/** How bad it may be: what was measured, and the end of its interval on the side of worse. */
export function recordSeries(
  series: SeriesVerdict,
  { verdict }: Pick<JudgedSituation, 'verdict'>,
): AcceptedSeries {
  const { test, span, metric, evidence } = series;
  const { change, changeAbsolute, interval } = evidence;
  const direction = verdict.metrics.find(({ name }) => name === metric)?.direction;
  const upper = direction === 'higher' ? interval?.lower : interval?.upper;
  return {
    ...{ key: seriesKey(series), test, span, metric },
    change,
    changeAbsolute,
    upper,
  };
}

/** Takes an accept back, of this pull request or push or of another one in the repository. */
export function revokeAccept(
  { ledger, nowMs }: CommandPorts,
  { repository, by, number, pushed }: Asked,
  id: string,
): Answer {
  const find = () =>
    ledger.listAccepts(repository.id, nowMs(), { all: true }).find((one) => one.id === id);
  if (find() === undefined) {
    return {
      text: `There is no accept ${id} in this repository. \`/perigee accepts\` lists those of this ${pushed === undefined ? 'pull request' : 'push'}.`,
    };
  }
  ledger.takeBackAccept(repository.id, id, by, nowMs());
  const accept = find();
  const { takenBack } = accept ?? {};
  if (accept === undefined || takenBack === undefined) return { text: `${id} still stands.` };
  const when = formatDay(takenBack.atMs);
  const isOfThis =
    accept.number === undefined ? accept.commit === pushed : accept.number === number;
  const place = isOfThis ? '' : `, which was given on ${namePlace(accept)},`;
  return {
    text: `**${id}**${place} was revoked by ${formatPerson(takenBack.by)} on ${when}. What it covered counts again.`,
    wakes:
      accept.number === undefined
        ? { kind: 'push', repository, commit: accept.commit }
        : { kind: 'pull-request', repository, number: accept.number },
  };
}

function namePlace({ commit, number }: Accept): string {
  return number === undefined ? `the push ${shortenCommit(commit)}` : `pull request ${number}`;
}
