import type { AlertState } from '../../../src/contract/alerts.ts';

/** A command in a comment. Names are as they were written, and not looked up yet. */
export type Command =
  | { kind: 'rerun'; test?: string }
  | { kind: 'accept'; what: 'all' | NamedSeries; because: string; until?: string }
  /** A button was pressed, which cannot ask for the reason. */
  | { kind: 'accept-how' }
  /** Without a name: the worst of what blocks. */
  | { kind: 'explain'; what: 'all' | NamedSeries }
  /** Later runs spend their pairs on what may have improved. */
  | { kind: 'expect' }
  | { kind: 'accepts' }
  /** Which commit of the range of an alert it was. */
  | { kind: 'bisect' }
  /** The new state of the alert of an issue. */
  | { kind: 'alert'; state: AlertState; because?: string }
  | { kind: 'revoke'; id: string }
  /** The record of the gate, and its own faults. */
  | { kind: 'gate' }
  | { kind: 'help' }
  /** It was meant for us and cannot be read; `why` is a sentence that may hold what was written. */
  | { kind: 'wrong'; why: string; usage?: string };

export interface NamedSeries {
  /** All of it as one name, for names with blanks and without quotes. */
  whole: string;
  /** Each word or quoted text as a name of its own. */
  words: readonly string[];
}

export interface ParsedCommand {
  command: Command;
  /** The line or button that it answers. */
  asked: AskedBy;
  /** How many lines after it are commands too: they are not carried out. */
  more: number;
}

/** A line as it was written, without blanks at its end; or a button, by what is done with it. */
export type AskedBy = { line: string } | { pressed: string };

/** How each is written, as help and complaints show it. */
export const usages = {
  rerun: '/perigee rerun [<test>]',
  accept: '/perigee accept <series or all> because <reason> [until <YYYY-MM-DD>]',
  explain: '/perigee explain [<series>]',
  expect: '/perigee expect improved',
  accepts: '/perigee accepts',
  revoke: '/perigee revoke <id>',
  gate: '/perigee gate',
  bisect: '/perigee bisect',
  alert: '/perigee alert <state> [because <reason>]',
  help: '/perigee help',
} as const;

export type Verb = keyof typeof usages;

const purposes: Readonly<Record<Verb, string>> = {
  rerun: 'measures everything again, or the shard of one test',
  accept: 'accepts the measured regression; later commits may be no worse',
  explain: 'explains a series; without a name, the worst one',
  expect: 'spends the pairs of the next runs on what may have improved',
  accepts: 'lists what is accepted on this pull request',
  revoke: 'revokes an accept, e.g. A3',
  gate: 'shows how often this gate was right, and what is wrong with the gate itself',
  bisect: 'finds the commit, by measuring some of those that it may be',
  alert: 'says where the alert stands: new, acknowledged, explained, fixed, noise or accepted',
  help: 'this list',
};

export const writersOnly: ReadonlySet<string> = new Set([
  'rerun',
  'expect',
  'accept',
  'accept-how',
  'revoke',
  'alert',
  'bisect',
]);

/** Commands that make no sense on the issue about a push. */
const ofPullRequests: ReadonlySet<string> = new Set(['rerun', 'expect']);

/** Commands that make no sense on a pull request. */
const ofIssues: ReadonlySet<string> = new Set(['alert', 'bisect']);

/** Commands that mean something else on the issue about a push; the others are the same. */
const purposesOnIssue: Partial<Readonly<Record<Verb, string>>> = {
  accept: 'accepts what this push made worse',
  accepts: 'lists what is accepted for this push',
};

export function describeHelp(place: 'pull request' | 'issue' = 'pull request'): string {
  const isOnIssue = place === 'issue';
  const rows = Object.entries(usages)
    .filter(([verb]) => !(isOnIssue ? ofPullRequests : ofIssues).has(verb))
    .map(([verb, usage]) => {
      const who = writersOnly.has(verb) ? 'write access' : 'everybody';
      const other = isOnIssue ? purposesOnIssue[verb as Verb] : undefined;
      return `| \`${usage}\` | ${other ?? purposes[verb as Verb]} | ${who} |`;
    });
  const series =
    'A series is named `test/span/metric`, or `test › span/metric` as reports show the span: both work. `test/span` and `test` mean everything below them. Put names with blanks in quotes.';
  return ['| Command | What it does | For |', '| --- | --- | --- |', ...rows, '', series].join(
    '\n',
  );
}
