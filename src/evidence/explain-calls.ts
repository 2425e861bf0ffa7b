import {
  type CallRange,
  type Calls,
  compareCalls,
  describeMove,
  flushes,
  formatRange,
  leastRuns,
  mayMove,
  type MovedCall,
  rangeOf,
} from './compare-calls.ts';
import { median } from '../stats/median.ts';

type Move = 'up' | 'equal' | 'down';

/** How the series of the test moved; absent where that is not known. */
export interface KnownMoves {
  latency?: Move;
  cpu?: Move;
  memory?: Move;
  instructions?: Move;
  /** Bytes to and from disk and network. */
  bytes?: Move;
}

export interface CallEvidence {
  before: readonly Calls[];
  after: readonly Calls[];
  moves?: KnownMoves;
}

export interface CallMeaning {
  kind:
    | 'reordered-packets'
    | 'lost-packets'
    | 'sent-again'
    | 'flushes'
    | 'connections'
    | 'smaller-pieces'
    | 'same-instructions';
  text: string;
}

export interface CallExplanation {
  /** The worst first. */
  moved: MovedCall[];
  meanings: CallMeaning[];
}

/** Says which calls moved, and what that means as far as the counts tell. */
export function explainCalls({ before, after, moves = {} }: CallEvidence): CallExplanation {
  const moved = compareCalls(before, after);
  const evidence = { before, after, moves, moved, risen: listRisen(moved) };
  const meanings = all.flatMap((rule) => rule(evidence) ?? []);
  return { moved, meanings: meanings.length > 0 ? meanings : explainSameInstructions(evidence) };
}

/** Whether it is known which calls moved, or that more runs would not show one. */
export function areCompared(before: readonly Calls[], after: readonly Calls[]): boolean {
  const runs = Math.min(before.length, after.length);
  return runs >= leastRuns || (runs > 0 && !mayOneMove(before, after));
}

/** @param before of one run at least, as `after` */
export function mayOneMove(before: readonly Calls[], after: readonly Calls[]): boolean {
  return mayMove(before, after) || mayMove(listUnreported(before), listUnreported(after));
}

interface Evidence extends Required<CallEvidence> {
  moved: readonly MovedCall[];
  risen: ReadonlyMap<string, MovedCall>;
}

type Rule = (evidence: Evidence) => CallMeaning | undefined;

const all: Rule[] = [explainPackets, explainFlushes, explainConnections, explainPieces];

/** Below it, little of what was sent again had arrived: a busy machine acknowledges late. Above one half, most had. */
const fewOfThem = 0.25;
const mostOfThem = 0.5;

/** Reads and writes by the calls that programs use for them. */
const pieces = {
  read: ['read', 'pread64', 'readv', 'preadv', 'recvfrom', 'recvmsg'],
  write: ['write', 'pwrite64', 'writev', 'pwritev', 'sendto', 'sendmsg'],
} as const;
const manyMore = 1.5;
const mostNamed = 3;

function listRisen(moved: readonly MovedCall[]): Map<string, MovedCall> {
  const risen = moved.filter(({ direction }) => direction === 'up');
  return new Map(risen.map((call) => [call.name, call]));
}

function explainPackets({ before, after, risen }: Evidence): CallMeaning | undefined {
  const retransmits = risen.get('tcp.retransmits');
  if (retransmits === undefined) return explainUnreported(before, after);
  const { text: sent } = retransmits;
  const [earlier, dsacks] = [rangeOf('tcp.dsacks', before), rangeOf('tcp.dsacks', after)];
  if (dsacks === undefined || earlier === undefined) {
    return { kind: 'sent-again', text: `Packets were sent again: ${sent}.` };
  }
  // Of most runs: on a busy machine, TCP may send hundreds of packets again without need in one of them.
  const share = addedTo('tcp.dsacks', before, after) / addedTo(retransmits.name, before, after);
  const arrived = `${formatRange(dsacks)} duplicate SACKs say that the packets had arrived already`;
  const reordered = findReordered(before, after);
  if (share >= mostOfThem && reordered !== undefined) {
    const text = `Packets arrived in another order and looked like loss: ${sent}, and ${arrived} (${reordered}).`;
    return { kind: 'reordered-packets', text };
  }
  if (share >= mostOfThem) {
    const text = `Packets were sent again without need: ${sent}, and ${arrived}. Acknowledgements came late, or packets in another order.`;
    return { kind: 'sent-again', text };
  }
  if (share < fewOfThem && reordered === undefined) {
    const isFew = dsacks.most < fewOfThem * retransmits.after.most;
    const some = dsacks.most === 0 ? 'none' : isFew ? 'few' : 'in most runs few';
    const text = `Packets were lost on the way, or dropped by a full queue: ${sent}, and receivers reported ${some} of them as duplicates (${formatRange(dsacks)} duplicate SACKs).`;
    return { kind: 'lost-packets', text };
  }
  const text = `Packets were sent again: ${sent}. Some were lost, some arrived late or in another order (${formatRange(dsacks)} duplicate SACKs).`;
  return { kind: 'sent-again', text };
}

function addedTo(name: string, before: readonly Calls[], after: readonly Calls[]): number {
  const usual = (runs: readonly Calls[]): number => median(runs.map((calls) => calls[name] ?? 0));
  return usual(after) - usual(before);
}

/** On a busy machine TCP sends some packets again without need, which hides a few that are lost. */
function explainUnreported(before: readonly Calls[], after: readonly Calls[]) {
  const [lost] = compareCalls(listUnreported(before), listUnreported(after));
  if (lost?.direction !== 'up') return undefined;
  const text = `Packets were lost on the way, or dropped by a full queue: ${lost.text}.`;
  return { kind: 'lost-packets' as const, text };
}

function listUnreported(runs: readonly Calls[]): Calls[] {
  return runs.flatMap(({ 'tcp.retransmits': sent, 'tcp.dsacks': reported }) =>
    sent === undefined || reported === undefined
      ? []
      : [{ 'tcp.unreported': Math.max(0, sent - reported) }],
  );
}

/** Some runs see none of them; beside retransmissions that moved it is enough that most runs saw more than any before. */
function findReordered(before: readonly Calls[], after: readonly Calls[]): string | undefined {
  const name = 'tcp.reordered';
  const [from, to] = [rangeOf(name, before), rangeOf(name, after)];
  if (from === undefined || to === undefined) return undefined;
  const more = after.filter((calls) => (calls[name] ?? 0) > from.most);
  return more.length > after.length / 2 ? describeMove(name, from, to) : undefined;
}

function explainFlushes({ moves, moved, risen }: Evidence): CallMeaning | undefined {
  const more = flushes.flatMap((name) => risen.get(name) ?? []);
  if (more.length === 0) return undefined;
  const isAlone = moved.length === more.length;
  const others = isAlone ? ', and makes all other calls as often as before' : '';
  const same = moves.instructions === 'equal' ? ', and executes as many instructions' : '';
  const waits = moves.latency === 'up' ? ' Each flush waits for the disk, which takes time.' : '';
  const text = `The test flushes to disk more often${others}${same}: ${listCalls(more)}.${waits}`;
  return { kind: 'flushes', text };
}

/** Without counts of TCP, a call of `connect` may be for any kind of socket. */
function explainConnections({ before, after, risen }: Evidence): CallMeaning | undefined {
  const isKnown = rangeOf('tcp.connections', [...before, ...after]) !== undefined;
  const more = risen.get(isKnown ? 'tcp.connections' : 'syscall.connect');
  if (more === undefined) return undefined;
  const reuse =
    more.before.least > 0 ? ' It may no longer reuse connections that it used to keep.' : '';
  const what = isKnown ? 'more TCP connections' : 'more connections (of any kind, by `connect`)';
  const text = `The test opens ${what}: ${formatRange(more.before)} before, ${formatRange(more.after)} after.${reuse}`;
  return { kind: 'connections', text };
}

function explainPieces({ before, after, moves, risen }: Evidence): CallMeaning | undefined {
  const grown = Object.entries(pieces).flatMap(([what, names]) => {
    const [from, to] = [sumOf(names, before), sumOf(names, after)];
    const isMoved = names.some((name) => risen.has(`syscall.${name}`));
    return isMoved && to.least >= manyMore * from.most && to.least - from.most >= 10
      ? [`${formatRange(from)} → ${formatRange(to)} ${what} calls`]
      : [];
  });
  if (grown.length === 0) return undefined;
  const why = {
    equal: 'The bytes did not grow: the test moves them in smaller pieces',
    up: 'It moves more bytes, too',
    down: 'It moves fewer bytes: the pieces are smaller',
    unknown: 'Either it moves more bytes, or it moves them in smaller pieces',
  }[moves.bytes ?? 'unknown'];
  const text = `The test reads or writes more often: ${grown.join(', ')}. ${why}.`;
  return { kind: 'smaller-pieces', text };
}

function sumOf(names: readonly string[], runs: readonly Calls[]): CallRange {
  const sums = runs.map((calls) =>
    names.reduce((sum, name) => sum + (calls[`syscall.${name}`] ?? 0), 0),
  );
  return { least: Math.min(...sums), most: Math.max(...sums) };
}

/** The last resort: said only where nothing else is known. */
function explainSameInstructions({ before, after, moves, risen }: Evidence): CallMeaning[] {
  const { cpu, instructions, latency, memory } = moves;
  const isCounted = instructions !== undefined;
  if (isCounted && (instructions !== 'equal' || (latency !== 'up' && cpu !== 'up'))) return [];
  // CPU time alone tells waiting from work as well.
  if (!isCounted && (cpu !== 'equal' || latency !== 'up')) return [];
  const kind = 'same-instructions';
  const same = isCounted ? 'executes as many instructions' : 'uses about as much CPU time';
  const start = `The test ${same} as before and takes longer`;
  if (risen.size > 0) {
    return [{ kind, text: `${start}. It makes more calls to the system, which may be why.` }];
  }
  const calls = areCompared(before, after) ? ', and no call to the system comes more often' : '';
  const grown = memory === 'up' ? ' Its memory grew, which fits.' : '';
  const causes = {
    up: 'each of them takes longer, as with more memory, another layout of it or a busier cache',
    equal: 'it waits longer',
    down: 'it waits longer',
    unknown: 'its memory or the layout of it may be the cause, or it waits',
  }[cpu ?? 'unknown'];
  return [{ kind, text: `${start}${calls}: ${causes}.${cpu === 'equal' ? '' : grown}` }];
}

const listCalls = (calls: readonly MovedCall[]): string =>
  calls
    .slice(0, mostNamed)
    .map(({ text }) => text)
    .join(', ');
