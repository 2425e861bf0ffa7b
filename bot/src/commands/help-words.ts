import { usages, type Verb } from './command.ts';

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

/** What makes no sense on the issue about a push. */
const ofPullRequests: ReadonlySet<string> = new Set(['rerun', 'expect']);

/** What makes no sense on a pull request. */
const ofIssues: ReadonlySet<string> = new Set(['alert', 'bisect']);

/** Where they mean something else on the issue about a push; the others are the same. */
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
