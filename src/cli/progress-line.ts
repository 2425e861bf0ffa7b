import { countThings, listSome } from '../contract/count-things.ts';
import { shortenCommit } from '../contract/commit.ts';
import type { SeriesVerdict, Verdict } from '../contract/documents.ts';
import { titleMetric } from '../contract/metrics.ts';
import { formatQuantity } from '../contract/units.ts';
import { cutPlain, makePlain } from '../report/plain-text.ts';
import { indexMetrics, nameSlice, formatEstimate, unitOf } from '../report/series-words.ts';
import { cutToColumns } from '../report/terminal-text.ts';
import {
  describeBought,
  describeBusy,
  describeLeft,
  describeSpent,
  settledWords,
  nameBuild,
} from '../runner/describe-time.ts';
import type { Advance, ProgressEvent } from '../runner/run-request.ts';

/** Standard error, as far as it is needed. */
export interface ProgressStream {
  isTTY: boolean;
  columns: number;
  write(text: string): unknown;
}

export interface ProgressLine {
  show(this: void, event: ProgressEvent): void;
  /** The verdict so far. */
  tell(this: void, verdict: Verdict): void;
  end(this: void): void;
}

/**
 * On a terminal one line that is written over; elsewhere, as in a CI log, a line for each pair of the
 * whole suite.
 */
export function createProgressLine(stream: ProgressStream): ProgressLine {
  let soFar = '';
  let hinted = '';
  let busy = '';
  let isToldRed = false;
  let isToldSettled = false;
  let lastPair = -1;
  let isOpen = false;
  let isAlone = false;

  const close = (): void => {
    if (isOpen) stream.write('\r\u001b[2K');
    isOpen = false;
  };
  const print = (text: string): void => {
    close();
    stream.write(`${text}\n`);
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
        case 'explain':
          if (!stream.isTTY)
            print(
              `look for the functions that take more, for ${formatQuantity(event.limitMs * 1e6, 'ns')} at most: ${makePlain(event.test)}`,
            );
          overwrite(
            `[${event.done}/${event.total}] look for the functions that take more · ${makePlain(event.test)}`,
          );
          break;
        case 'warm-up':
          if (event.done === 0 && !stream.isTTY) print('warm-up');
          overwrite(`${count(event)} warm-up · ${event.side} · ${makePlain(event.test)}`);
          break;
        case 'measure': {
          const left = timeLeft(event);
          if (event.pair !== lastPair && !stream.isTTY)
            print(`${isAlone ? 'run' : 'pair'} ${event.pair + 1}${left}${busy}${soFar}`);
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
            print(`${makePlain(event.test)}: ${event.status} (${where})`);
          }
          break;
        case 'stopped':
          print(`${makePlain(event.test)}: ${makePlain(event.why)}`);
          break;
        case 'look':
          if (event.undecided.length > 0) print(formatMorePairs(event.undecided));
          if (event.hinted.length > 0 && hinted !== nameTests(event.hinted)) {
            print(`more pairs first for what may be slower: ${nameTests(event.hinted)}`);
          }
          hinted = nameTests(event.hinted);
          if (event.goesOn === true && !isToldSettled) print(settledWords);
          isToldSettled = event.goesOn === true;
          break;
        case 'bought':
          print(describeBought(event));
          break;
        case 'spent':
          print(describeSpent(event));
          break;
        case 'busy':
          print(describeBusy(event));
          break;
      }
    },
    tell: ({ counts, metrics, series }) => {
      const red = series.find(({ blocking }) => blocking);
      if (red !== undefined && !isToldRed) {
        print(`regressed already: ${formatRed(red, metrics)}`);
        isToldRed = true;
      }
      const warnings = counts.regressed - counts.blocking;
      const parts = [
        `${counts.blocking} regressed`,
        countThings(warnings, 'warning'),
        `${counts.improved} improved`,
        `${counts.undecided} undecided`,
      ];
      soFar = ` · so far: ${parts.join(', ')}`;
    },
    end: close,
  };
}

function describe({ label, commit }: { label: string; commit: string }): string {
  return `${makePlain(label)} (${shortenCommit(commit)})`;
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

function formatMorePairs(undecided: readonly string[]): string {
  const tests = undecided.length === 1 ? 'test' : 'tests';
  return `more pairs for ${undecided.length} undecided ${tests}: ${nameTests(undecided)}`;
}

function formatRed(series: SeriesVerdict, metrics: Verdict['metrics']): string {
  const size = formatEstimate(series, unitOf(series.metric, indexMetrics(metrics)));
  return `${makePlain(nameSlice(series))}, ${titleMetric(series.metric)} ${size}`;
}
