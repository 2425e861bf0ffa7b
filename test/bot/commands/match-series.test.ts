import { expect, test } from 'vitest';
import type { NamedSeries } from '../../../bot/src/commands/command.ts';
import { matchSeries } from '../../../bot/src/commands/match-series.ts';
import { parseCommand } from '../../../bot/src/commands/parse-command.ts';
import type { SeriesIdentity } from '../../../src/contract/series-key.ts';
import { nameSeries, quoteName } from '../../../src/report/pull-request/name-series.ts';
import { createRandom } from '../../../src/stats/random.ts';

function make(test: string, span: string, metric = 'latency', annotations = {}): SeriesIdentity {
  return { test, span, metric, annotations, platform: 'linux-x64' };
}

const named = (...words: string[]): NamedSeries => ({ whole: words.join(' '), words });

const send = make('upload', 'send');
const cpu = make('upload', 'send', 'cpu.user');
const same = make('walk', 'walk');
const many = make('walk', 'walk', 'latency', { files: 10, kind: 'small' });
const spaced = make('rename  a tree', 'rename › all');
const all = [send, cpu, same, many, spaced];

const found: [name: string, series: SeriesIdentity[]][] = [
  ['upload/send/latency', [send]],
  ['upload/send', [send, cpu]],
  ['upload', [send, cpu]],
  ['upload › send', [send, cpu]],
  ['walk', [same, many]],
  ['walk/latency', [same, many]],
  ['walk/walk[files=10,kind=small]/latency', [many]],
  ['walk[files=10,kind=small]', [many]],
  ['walk/walk/latency@linux-x64', [same, many]],
  ['rename a tree', [spaced]],
  ['rename a tree/rename/all/latency', [spaced]],
];

test.each(found)('%j is found', (name, series) => {
  expect(matchSeries(named(name), all)).toEqual({ kind: 'found', series });
});

test.each(['uploa', 'upload/', 'latency', 'send', '*', 'upload/send/latency@arm', '', 'Upload'])(
  '%j is none',
  (name) => {
    expect(matchSeries(named(name), all)).toEqual({ kind: 'none', name });
  },
);

test('words are one name where that fits, else a name each, and one that is wrong spoils all', () => {
  const one = make('upload walk', 'x');
  expect(matchSeries(named('upload', 'walk'), [...all, one])).toMatchObject({ series: [one] });
  expect(matchSeries(named('walk', 'upload/send/latency', 'walk'), all)).toEqual({
    kind: 'found',
    series: [send, same, many],
  });
  expect(matchSeries(named('walk', 'run'), all)).toEqual({ kind: 'none', name: 'run' });
});

test('a test and a span of the same name are told apart by whoever means one of them', () => {
  const both = [make('a/b', 'c'), make('a', 'b')];
  expect(matchSeries(named('a/b'), both)).toMatchObject({ kind: 'ambiguous', series: both });
  expect(matchSeries(named('a/b/latency'), both)).toEqual({ kind: 'found', series: [both[1]] });
});

test('whatever a series is called, the name that is shown means it when it is pasted', () => {
  const seed = 20_261_121;
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const pieces = [
    ...['a', 'B', '/', ' ', '  ', '"', "'", '`', '\\', '“', '”', '›', '[', '=', '@', '\u200b'],
    ...['all', 'because', ' because ', 'until', '💥', '\u202e', '%', '$1', '<b>', '|'],
    ...[',', ':', 'because:', 'all,'],
  ];
  const draw = (): string =>
    Array.from(
      { length: 1 + random() * 5 },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('');
  for (let round = 0; round < 2_000; round += 1) {
    const series = make(draw(), draw(), 'latency', random() < 0.5 ? {} : { kind: draw() });
    const others = [make(draw(), draw()), send];
    const line = `/perigee accept ${quoteName(nameSeries(series))} because x`;
    const command = parseCommand(line)?.command;
    if (command?.kind !== 'accept' || command.what === 'all') throw new Error(line);
    const matched = matchSeries(command.what, [series, ...others]);
    expect(matched, line).toMatchObject({ kind: 'found' });
    expect(matched.kind === 'found' && matched.series.includes(series), line).toBe(true);
    const list = `/perigee accept ${quoteName(nameSeries(send))}, ${quoteName(nameSeries(series))} because x`;
    const both = parseCommand(list)?.command;
    if (both?.kind !== 'accept' || both.what === 'all') throw new Error(list);
    const found = matchSeries(both.what, [series, send]);
    expect(found.kind === 'found' && found.series.includes(series), list).toBe(true);
  }
});
