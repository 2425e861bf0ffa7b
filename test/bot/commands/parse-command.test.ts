import { expect, test } from 'vitest';
import type { Command } from '../../../bot/src/commands/command.ts';
import { parseCommand } from '../../../bot/src/commands/parse-command.ts';

function read(body: string): Command | undefined {
  return parseCommand(body)?.command;
}

const named = (...words: string[]) => ({ whole: words.join(' '), words });

const commands: [line: string, command: Command][] = [
  ['/perigee', { kind: 'help' }],
  ['/perigee help', { kind: 'help' }],
  ['/perigee gate', { kind: 'gate' }],
  ['/perigee rerun', { kind: 'rerun' }],
  ['/perigee rerun all', { kind: 'rerun' }],
  ['/perigee rerun "all"', { kind: 'rerun', test: 'all' }],
  ['/perigee rerun upload 10,000 files', { kind: 'rerun', test: 'upload 10,000 files' }],
  ['/perigee rerun "upload 10,000 files"', { kind: 'rerun', test: 'upload 10,000 files' }],
  ['/perigee\texplain\tupload/send/latency ', { kind: 'explain', what: named('upload/send/latency') }],
  ['/perigee explain', { kind: 'explain', what: 'all' }],
  ['/perigee explain `a b` “c d”', { kind: 'explain', what: named('a b', 'c d') }],
  ["/perigee explain don't 'x", { kind: 'explain', what: named("don't", "'x") }],
  ['/perigee explain "say \\"hi\\" \\\\"', { kind: 'explain', what: named('say "hi" \\') }],
  ['/perigee accepts', { kind: 'accepts' }],
  ['/perigee revoke a12', { kind: 'revoke', id: 'A12' }],
  ['/perigee bisect', { kind: 'bisect' }],
  ['/perigee alert acknowledged', { kind: 'alert', state: 'acknowledged' }],
  ['/perigee alert New because of "x" y', { kind: 'alert', state: 'new', because: 'of "x" y' }],
  ['/perigee alert noise because: "a busy runner"', { kind: 'alert', state: 'noise', because: 'a busy runner' }],
  ['/perigee accept all because it is worth it', { kind: 'accept', what: 'all', because: 'it is worth it' }],
  ['/perigee ACCEPT All Because x', { kind: 'accept', what: 'all', because: 'x' }],
  ['/perigee accept "all" because x', { kind: 'accept', what: named('all'), because: 'x' }],
  [
    '/perigee accept a/b "c because d" because of "the cache" until 2027-01-31',
    { kind: 'accept', what: named('a/b', 'c because d'), because: 'of "the cache"', until: '2027-01-31' },
  ],
  [
    '/perigee accept all because we keep it until the release',
    { kind: 'accept', what: 'all', because: 'we keep it until the release' },
  ],
  [
    '/perigee accept all because "it stays until Friday"',
    { kind: 'accept', what: 'all', because: 'it stays until Friday' },
  ],
  [
    '/perigee accept all because <!-- x --> @everyone | `y` until 2028-02-29',
    { kind: 'accept', what: 'all', because: '<!-- x --> @everyone | `y`', until: '2028-02-29' },
  ],
  ['/perigee accept all because: x', { kind: 'accept', what: 'all', because: 'x' }],
  ['/perigee accept all, because x', { kind: 'accept', what: 'all', because: 'x' }],
  [
    '/perigee accept all because x until 2026-12-31.',
    { kind: 'accept', what: 'all', because: 'x', until: '2026-12-31' },
  ],
  [
    '/perigee accept upload, "walk a tree", c because x',
    { kind: 'accept', what: { whole: 'upload, walk a tree c', words: ['upload', 'walk a tree', 'c'] }, because: 'x' },
  ],
  [
    '/perigee explain upload,',
    { kind: 'explain', what: { whole: 'upload,', words: ['upload'] } },
  ],
]; // prettier-ignore

test.each(commands)('%j is understood', (line, command) => {
  expect(read(line)).toEqual(command);
});

const wrong: [line: string, why: string][] = [
  ['/perigee merge', 'There is no command merge.'],
  ['/perigee acept all because x', 'There is no command acept. Did you mean accept?'],
  ['/perigee constructor', 'There is no command constructor.'],
  ['/perigee acc\u0435pt all because x', 'There is no command acc\u0435pt.'],
  ['/perigee accept\u200b all because x', 'There is no command accept\u200b.'],
  ['/perigee "rerun"', 'There is no command rerun.'],
  ['/perigee accept all', 'An accept needs a reason'],
  ['/perigee accept all because', 'An accept needs a reason'],
  ['/perigee accept all because until 2027-01-01', 'An accept needs a reason'],
  ['/perigee accept all because ""', 'An accept needs a reason'],
  ['/perigee accept because x', 'An accept needs the names of series, or all.'],
  ['/perigee accept all because x until tomorrow', 'a date such as 2026-12-31, not tomorrow. If'],
  ['/perigee accept all because x until 2027-02-29', 'not 2027-02-29'],
  ['/perigee accept all because x until 2027-13-01', 'not 2027-13-01'],
  ['/perigee accept all because x until 27-01-01', 'not 27-01-01'],
  [`/perigee accept ${'a '.repeat(21)}because x`, 'at most 20 names'],
  [`/perigee accept all because ${'x'.repeat(501)}`, 'at most 500 characters; this one has 501'],
  [`/perigee rerun ${'x'.repeat(4_000)}`, 'longer than 4,000 characters'],
  ['/perigee revoke', 'such as A3'],
  ['/perigee revoke 3', 'such as A3'],
  ['/perigee revoke A0', 'such as A3'],
  ['/perigee revoke A3 A4', 'such as A3'],
  ['/perigee accepts all', 'accepts takes nothing after it'],
  ['/perigee alert', 'An alert is one of: new, acknowledged, explained, fixed, noise, accepted.'],
  ['/perigee alert solved', 'An alert is one of: new'],
  ['/perigee alert fixed yesterday', 'After the state write because and the reason.'],
  ['/perigee alert noise', 'noise needs one'],
  ['/perigee alert fixed because', 'Write because and the reason'],
  [`/perigee alert noise because ${'x'.repeat(501)}`, 'at most 500 characters'],
];

test.each(wrong)('%j is refused, and says why', (line, why) => {
  const command = read(line);
  expect(command).toMatchObject({ kind: 'wrong' });
  expect(command?.kind === 'wrong' ? command.why : '').toContain(why);
});

test('a reason of 500 characters is taken, however many bytes they are', () => {
  const because = '💥'.repeat(500);
  expect(read(`/perigee accept all because ${because}`)).toMatchObject({ because });
});

test('the first command of a comment counts, and the others are counted', () => {
  const body = 'Thanks!\r\n/perigee rerun  \r\n\r\n/perigee accept all because x\n/perigee help';
  expect(parseCommand(body)).toEqual({
    asked: { line: '/perigee rerun' },
    command: { kind: 'rerun' },
    more: 2,
  });
});

const ignored: [what: string, body: string][] = [
  ['nothing', ''],
  ['words', 'this is slower, see /perigee help'],
  ['blanks before it', ' /perigee rerun'],
  ['more letters', '/perigees rerun'],
  ['another bot', '/perigee-bot rerun'],
  ['a path', '/perigee/rerun'],
  ['other letters that look alike', '/p\u0435rigee rerun'],
  ['a zero-width character before it', '\u200b/perigee rerun'],
  ['a zero-width character in it', '/peri\u200bgee rerun'],
  ['a byte order mark', '\ufeff/perigee rerun'],
  ['a full-width slash', '\uff0fperigee rerun'],
  ['capitals', '/Perigee rerun'],
  ['a line separator that no Markdown ends a line with', 'x\u2028/perigee rerun'],
];

test.each(ignored)('%s: no command', (_what, body) => {
  expect(parseCommand(body)).toBeUndefined();
});
