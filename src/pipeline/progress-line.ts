import { listSome } from '../contract/count-things.ts';
import { nameRevision } from '../contract/commit.ts';
import type { Verdict } from '../contract/documents.ts';
import { describeSoFar, goesOnRed, type SoFar } from './describe-so-far.ts';
import { formatQuantity } from '../contract/units.ts';
import { cutPlain, makePlain } from '../report/plain-text.ts';
import { cutToColumns } from '../report/terminal-text.ts';
import {
  describeBeyond,
  describeBought,
  describeBusy,
  describeLeft,
  describeSpent,
  describeSettled,
  nameBuild,
} from '../runner/describe-time.ts';
import type { Advance, ProgressEvent } from '../runner/run-request.ts';

/** Standard error, or the log of a job, as far as it is needed. */
export interface ProgressStream {
  isTTY: boolean;
  columns: number;
  write(text: string): unknown;
  /** Makes a line stand out. */
  paint?(text: string, tone: 'red' | 'yellow'): string;
}

/** They show how long a pair takes. */
const pairsTold = 3;
/** Between two lines of a log that say nothing new. */
const quietMs = 15_000;

export interface ProgressLine {
  show(this: void, event: ProgressEvent): void;
  /** The verdict so far. */
  tell(this: void, verdict: Verdict): void;
  end(this: void): void;
}

/**
 * On a terminal one line that is written over; elsewhere, as in a CI log, a line where the pair says something new: the
 * first three, other tests, another verdict so far; and now and then in between.
 * @param end what Ctrl-C does where it ends in a verdict
 */
export function createProgressLine(stream: ProgressStream, end?: string): ProgressLine {
  let soFar = '';
  let hinted = '';
  let busy = '';
  let red: SoFar['red'] = new Map();
  let hasToldWhy = false;
  let among = '';
  let isToldSettled = false;
  let lastPair = -1;
  let lastNews = '';
  let toldMs = -Infinity;
  let isOpen = false;
  let isAlone = false;

  const close = (): void => {
    if (isOpen) stream.write('\r\u001b[2K');
    isOpen = false;
  };
  const print = (text: string, tone?: 'red' | 'yellow'): void => {
    close();
    stream.write(`${(tone && stream.paint?.(text, tone)) ?? text}\n`);
  };
  const overwrite = (text: string): void => {
    if (!stream.isTTY) return;
    stream.write(`\r\u001b[2K${cutToColumns(text, stream.columns - 1)}`);
    isOpen = true;
  };

  return {
    show: (event) => {
      switch (event.kind) {
        case 'started':
          isAlone = event.sides.length === 1;
          print(formatSides(event));
          break;
        case 'setup':
          print(
            `set up${isAlone ? '' : ` ${event.side}`}${nameBuild(event)}: ${makePlain(event.command.join(' '))}${describeLeft(event)}`,
          );
          break;
        case 'started-over': {
          const where = event.isMoved ? 'at the path of your checkout' : 'at its own path';
          print(`start again with each side ${where}, because ${cutPlain(event.why, 300)}`);
          break;
        }
        case 'observe':
          if (event.done === 0 && !stream.isTTY) print('look at what the tests read');
          overwrite(`[${event.done}/${event.total}] see what it reads · ${makePlain(event.test)}`);
          break;
        case 'count':
          if (!stream.isTTY) print(`count instructions: ${makePlain(event.test)}`);
          overwrite(`[${event.done}/${event.total}] count instructions · ${makePlain(event.test)}`);
          break;
        case 'explain': {
          const { done, headline, limitMs, run, total } = event;
          if (headline !== undefined) print(makePlain(headline));
          const look = 'look for the functions that take more';
          const most = formatQuantity(limitMs * 1e6, 'ns');
          if (run === undefined && !stream.isTTY)
            print(`${look}, for ${most} at most: ${makePlain(event.test)}`);
          const seen = run === undefined ? '' : ` · run ${run.number}: ${looksAt[run.watches]}`;
          overwrite(`[${done}/${total}] ${look}${seen} · ${makePlain(event.test)}`);
          break;
        }
        case 'warm-up':
          if (event.done === 0 && !stream.isTTY) print('warm-up');
          overwrite(`${count(event)} warm-up · ${event.side} · ${makePlain(event.test)}`);
          break;
        case 'measure': {
          const left = timeLeft(event);
          if (red.size > 0 && !hasToldWhy) {
            print(`${goesOnRed}${end === undefined ? '' : `. ${end}`}`);
            hasToldWhy = true;
          }
          const news = `${among}${soFar}`;
          const isDue =
            event.pair < pairsTold || news !== lastNews || event.elapsedMs - toldMs >= quietMs;
          if (event.pair !== lastPair && isDue && !stream.isTTY) {
            print(`${isAlone ? 'run' : 'pair'} ${event.pair + 1}${among}${left}${busy}${soFar}`);
            lastNews = news;
            toldMs = event.elapsedMs;
          }
          lastPair = event.pair;
          const which = isAlone
            ? `run ${event.pair + 1}`
            : `pair ${event.pair + 1} · ${event.side}`;
          const place = `${which} · ${makePlain(event.test)}`;
          overwrite(`${count(event)} ${place}${left}${busy}${soFar}`);
          break;
        }
        case 'measured':
          busy =
            event.busyShare === undefined
              ? ''
              : ` · machine busy ${Math.round(event.busyShare * 100)}%`;
          if (event.status !== 'passed') {
            const where = `${event.side} side, pair ${event.pair + 1}`;
            print(`${makePlain(event.test)}: ${event.status} (${where})`, 'red');
          }
          break;
        case 'stopped':
          print(`${makePlain(event.test)}: ${makePlain(event.why)}`, 'yellow');
          break;
        case 'look':
          among = nameAmong([...event.undecided, ...event.hinted]);
          if (event.undecided.length > 0)
            print(`more pairs for what is not clear yet: ${nameTests(event.undecided)}`);
          if (event.hinted.length > 0 && hinted !== nameTests(event.hinted) && !event.isOver) {
            print(`more pairs first for what may be slower: ${nameTests(event.hinted)}`);
          }
          hinted = nameTests(event.hinted);
          if (event.goesOn === true && !isToldSettled) print(describeSettled(red.size > 0));
          isToldSettled = event.goesOn === true;
          break;
        case 'beyond':
          print(describeBeyond(nameTests(event.tests), event.leftMs));
          break;
        case 'bought':
          print(describeBought(event));
          break;
        case 'spent':
          print(describeSpent(event));
          break;
        case 'busy':
          print(describeBusy(event), 'yellow');
          break;
      }
    },
    tell: (verdict) => {
      const told = describeSoFar(verdict);
      const more = listMissing(told.red, red);
      const gone = listMissing(red, told.red);
      if (more.length > 0)
        print(`regressed ${red.size === 0 ? 'already' : 'as well'}: ${listSome(more, 3)}`, 'red');
      if (gone.length > 0) {
        const why = verdict.conclusion === 'undecided' ? `. ${makePlain(verdict.headline)}` : '';
        print(`no longer red: ${listSome(gone, 3)}${why}`, 'yellow');
      }
      red = told.red;
      soFar = ` · ${told.words}`;
    },
    end: close,
  };
}

/** What one has and the other lacks. */
function listMissing(one: SoFar['red'], other: SoFar['red']): string[] {
  return [...one].flatMap(([name, text]) => (other.has(name) ? [] : [text]));
}

const looksAt: Readonly<Record<RunOfSearch['watches'], string>> = {
  calls: 'count system calls',
  blocks: 'count loops and calls',
  time: 'sample functions',
  memory: 'sample what allocates',
  stall: 'see where it stands',
};

type RunOfSearch = NonNullable<Extract<ProgressEvent, { kind: 'explain' }>['run']>;

function describe({ label, commit }: { label: string; commit: string }): string {
  return nameRevision({ label: makePlain(label), commit });
}

function formatSides({
  sides,
  before,
  after,
  isTrial,
}: Extract<ProgressEvent, { kind: 'started' }>): string {
  if (sides.length === 1) return `measuring: ${describe(after)}`;
  const both = `before: ${describe(before)}\nafter:  ${describe(after)}`;
  if (isTrial === true) return `measuring: ${describe(after)} against itself`;
  return before.commit === after.commit ? `${both}\n${formatSameCommit(after)}` : both;
}

/** A user who forgot to save, or to commit, must not take silence for a verdict on the change. */
function formatSameCommit({ label }: { label: string }): string {
  const why = label.startsWith('working tree')
    ? 'nothing is uncommitted'
    : 'for a change that is not committed yet: perigee patch';
  return `both sides are the same commit (${why}): this measures the noise of this machine`;
}

function count({ done, total }: { done: number; total: number }): string {
  return `[${done + 1}/${total}]`;
}

/** It is known up to the next look at the verdict, after which undecided tests may get more pairs. */
function timeLeft({ remainingMs, total, atMost }: Advance): string {
  if (remainingMs === undefined) return '';
  const seconds = Math.ceil(remainingMs / 1000);
  const time = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return ` · ${atMost > total ? 'at least ' : ''}${time} left`;
}

function nameTests(tests: readonly string[]): string {
  return listSome(tests.map(makePlain), 3);
}

/** Only they have the pairs that follow: others go on from where they are. */
function nameAmong(tests: readonly string[]): string {
  return tests.length === 0 ? '' : ` of ${nameTests(tests)}`;
}
