import { shortenCommit } from '../../contract/commit.ts';
import { listSome } from '../../contract/count-things.ts';
import type { Verdict } from '../../contract/documents.ts';
import { describeSoFar, goesOnRed } from '../describe-so-far.ts';
import { makePlain } from '../../report/plain-text.ts';
import {
  describeBeyond,
  describeBought,
  describeBusy,
  describeLeft,
  describeSpent,
  describeSettled,
  nameBuild,
} from '../../runner/describe-time.ts';
import type { ProgressEvent } from '../../runner/run-request.ts';

export interface Narration {
  tell(this: void, event: ProgressEvent): void;
  /** The verdict so far, at every look. */
  tellVerdict(this: void, verdict: Verdict): void;
}

const colours = { red: 31, green: 32, yellow: 33, dim: 2 } as const;

/**
 * Progress as lines for a log that is read live: one for each setup, pair of the suite, and look at the verdict, and
 * one for each test that did not pass.
 */
export function logProgress(say: (line: string) => void): Narration {
  let lastPair = -1;
  let isWarm = true;
  let isToldSettled = false;
  let beyond = '';
  let red: 'untold' | 'goes-on' | 'told' = 'untold';
  let among = '';
  return {
    tell(event) {
      switch (event.kind) {
        case 'started':
          if (event.sides.length > 1) say(`before  ${describe(event.before)}`);
          say(`after   ${describe(event.after)}`);
          break;
        case 'setup':
          say(
            `set up ${event.side}${nameBuild(event)}: ${makePlain(event.command.join(' '))}${describeLeft(event)}`,
          );
          break;
        case 'warm-up':
          if (isWarm) say('warm-up');
          isWarm = false;
          break;
        case 'measure':
          if (red === 'goes-on') {
            say(goesOnRed);
            red = 'told';
          }
          if (event.pair !== lastPair)
            say(`pair ${event.pair + 1}${among}${formatLeft(event.remainingMs)}`);
          lastPair = event.pair;
          break;
        case 'explain':
          if (event.headline !== undefined) say(makePlain(event.headline));
          if (event.run === undefined)
            say(`look for the functions that take more: ${makePlain(event.test)}`);
          break;
        case 'count':
          say(`count instructions: ${makePlain(event.test)}`);
          break;
        case 'measured': {
          const line = `  ${event.side.padEnd(6)} ${makePlain(event.test)} ${seconds(event.durationMs)}`;
          if (event.status === 'passed') say(paint('dim', line));
          else say(paint('red', `${line} ${event.status}`));
          break;
        }
        case 'stopped':
          say(paint('yellow', `${makePlain(event.test)}: ${makePlain(event.why)}`));
          break;
        case 'look': {
          const name = (tests: readonly string[]): string => listSome(tests.map(makePlain), 3);
          const [undecided, hinted] = [name(event.undecided), name(event.hinted)];
          const first = undecided === '' ? hinted : undecided;
          among = first === '' ? '' : ` of ${first}`;
          if (event.undecided.length > 0) say(`more pairs for what is not clear yet: ${undecided}`);
          if (event.beyond !== undefined) {
            const tests = name(event.beyond.tests);
            if (beyond !== tests) say(describeBeyond(tests, event.beyond.leftMs));
            beyond = tests;
          } else if (event.hinted.length > 0) {
            say(`more pairs first for what may be slower: ${hinted}`);
          }
          if (event.goesOn === true && !isToldSettled) say(describeSettled(red !== 'untold'));
          isToldSettled = event.goesOn === true;
          break;
        }
        case 'bought':
          say(describeBought(event));
          break;
        case 'spent':
          say(describeSpent(event));
          break;
        case 'busy':
          say(paint('yellow', describeBusy(event)));
          break;
      }
    },
    tellVerdict(verdict) {
      const told = describeSoFar(verdict);
      if (told.red !== undefined && red === 'untold') {
        say(paint('red', told.red));
        red = 'goes-on';
      }
      say(paint(told.tone, told.words));
    },
  };
}

function describe({ label, commit }: { label: string; commit: string }): string {
  return `${shortenCommit(commit)} ${makePlain(label)}`;
}

function formatLeft(remainingMs: number | undefined): string {
  if (remainingMs === undefined) return '';
  const seconds = Math.ceil(remainingMs / 1000);
  return `, about ${seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`} left`;
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

function paint(colour: keyof typeof colours, text: string): string {
  return `\u001b[${colours[colour]}m${text}\u001b[0m`;
}
