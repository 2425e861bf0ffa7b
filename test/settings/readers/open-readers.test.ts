import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Verdict } from '../../../src/contract/documents.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { foldBuild } from '../../../src/pipeline/fold-build.ts';
import { judgeRecords } from '../../../src/pipeline/judge-records.ts';
import { unpackBuild } from '../../../src/settings/pack-build.ts';
import { packJson, unpackJson } from '../../../src/settings/pack-json.ts';
import { openReaders } from '../../../src/settings/readers/open-readers.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { artifactLimits, limitBuild } from '../../../src/transport/artifacts/artifact-limits.ts';
import { ArtifactRefused } from '../../../src/transport/artifacts/artifact-store.ts';
import { measureRecord } from '../../../src/transport/artifacts/measure-record.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';
import { packRecord } from '../../bot/reconcile/artifacts.ts';
import { readExample } from '../../contract/corpus.ts';
import { countTrials } from '../../nightly.ts';
import { exampleText } from '../../suite/example-suite.ts';

/** Files of a mebibyte and more that have stopped the process which read them. */
const mebibyte = 2 ** 20;

function fill(piece: string, head = 'x: '): string {
  return head + piece.repeat(Math.floor((4 * mebibyte - head.length) / piece.length));
}

/** One of each kind: nesting, references, marks, separators, keys, lines, blocks and text. */
const hostileSuites: readonly (readonly [what: string, text: string])[] = [
  ['lists in lists', `x: ${'['.repeat(2 * mebibyte)}${']'.repeat(2 * mebibyte - 4)}`],
  ['uses of one alias', fill('*a,', 'x: &a [')],
  ['tags', fill('!a ')],
  ['commas', fill(',', 'x: [')],
  ['keys of one name', fill('a: 1\n', '')],
  ['empty lines', fill('\n', '')],
  ['literal blocks', fill('|\n', '')],
  ['escapes', fill('\\u0041', 'x: "')],
];

/** Rules whose names nearly match tests: each asks for a suggestion among all of them. */
function nearMisses(rules: number, tests: number): string {
  const named = (i: number): string => `a test with a name of some length, number ${i}`;
  return [
    'version: 1',
    'suite: near',
    'tests:',
    ...Array.from({ length: tests }, (_, i) => `  - { name: '${named(i)}', command: [a] }`),
    'thresholds:',
    '  rules:',
    ...Array.from(
      { length: rules },
      (_, i) => `    - { match: { test: '${named(i)}x' }, worse: 3% }`,
    ),
  ].join('\n');
}

/** Patterns that match everything only after all of it was compared. */
function slowPatterns(rules: number, tests: number): string {
  return [
    'version: 1',
    'suite: slow',
    'tests:',
    ...Array.from(
      { length: tests },
      (_, i) => `  - { name: ${'a'.repeat(150)}${i}, command: [a] }`,
    ),
    'thresholds:',
    '  rules:',
    ...Array.from(
      { length: rules },
      (_, i) => `    - { match: { test: '${'*a'.repeat(40)}*${i}x' }, worse: 3% }`,
    ),
  ].join('\n');
}

/** As with the heap of deploy/. */
const heapBytes = 304 * 2 ** 20;

let readers: ReturnType<typeof openReaders>;
beforeAll(() => {
  readers = openReaders(heapBytes);
});
afterAll(() => readers.close());

async function readError(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test.each([
  // By day one of each cause: nesting, references, and asking.
  ...hostileSuites.slice(0, countTrials({ byNight: hostileSuites.length, byDay: 2 })),
  ['rules that nearly match tests', nearMisses(10_000, 10_000)],
  ['rules of many stars', slowPatterns(5_000, 5_000)],
] as const)(
  'a file of nothing but %s is refused, and this process neither dies nor waits',
  async (_, text) => {
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 1);
    const error = await readError(readers.parseSuite(text, 'perigee.yml'));
    clearInterval(turn);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message.length).toBeLessThan(50_000);
    expect(await readers.parseSuite(exampleText, 'perigee.yml')).toMatchObject({ name: 'sync' });
    // Had it been read here, nothing else would have had its turn meanwhile.
    expect(turns).toBeGreaterThan(0);
  },
);

test('what is read is what this process would have read, with its errors and their places', async () => {
  const suite = await readers.parseSuite(exampleText, '/repository/perigee.yml');
  expect(suite).toEqual(parseSuite(exampleText, '/repository/perigee.yml'));
  const wrong = exampleText.replace('suite:', 'suit:');
  const here = await readError(Promise.resolve().then(() => parseSuite(wrong, 'perigee.yml')));
  const there = (await readError(readers.parseSuite(wrong, 'perigee.yml'))) as UserError;
  expect(there).toBeInstanceOf(UserError);
  expect(there.message).toBe((here as UserError).message);
  expect(there.facts).toEqual((here as UserError).facts);
});

test('the same file of many branches is read once', async () => {
  const [one, two] = [1, 2].map(() => readers.parseSuite(`${exampleText}# same`, 'perigee.yml'));
  expect(await one).toBe(await two);
  expect(await readers.parseSuite(`${exampleText}# same`, 'perigee.yml')).toBe(await one);
});

test.each([
  ['objects', `{"x":[${'{},'.repeat(20_000_000)}{}]}`],
  ['lists in lists', '['.repeat(10_000_000)],
  ['keys of their own', `{${Array.from({ length: 600_000 }, (_, i) => `"k${i}":{}`).join()}}`],
  ['blanks', `${' '.repeat(60_000_000)}1`],
])('a record of 60 MB with nothing but %s is refused', async (_, record) => {
  const origin = { repository: 'acme/sync', runId: '1' };
  const { files } = packRecord(makeRecord([]), origin, { packed: gzipSync(record) });
  const limits = { ...artifactLimits, maxInflation: 100_000 };
  const error = await readError(readers.unpackHead('x', files, origin, limits));
  expect(error).toBeInstanceOf(ArtifactRefused);
  expect(await readers.parseSuite(exampleText, 'perigee.yml')).toMatchObject({ name: 'sync' });
});

/** Five repeats of each side, with so many spans in each. */
function measureSpans(spans: number, metrics: number) {
  const catalogue = Array.from({ length: metrics }, (_, i) => ({
    ...makeProfile('before', 0, 1).metrics[0]!,
    name: i === 0 ? 'latency' : `cpu.${'abcdefghijklmno'[i]}`,
  }));
  const profiles = (['before', 'after'] as const).flatMap((side) =>
    [0, 1, 2, 3, 4].map((repeat) =>
      makeProfile(side, repeat, 1e7, {
        metrics: catalogue,
        spans: Array.from({ length: spans }, (_, i) => ({
          ...{ span: `step ${i}`, annotations: {}, occurrences: 1 },
          values: Object.fromEntries(catalogue.map(({ name }, k) => [name, 1e7 + i + k + repeat])),
        })),
      }),
    ),
  );
  return makeRecord(profiles, { suite: 'sync' });
}

const suite = parseSuite(exampleText, 'perigee.yml');

test('a build is judged as this process would, from records that stay packed here', async () => {
  const record = measureSpans(3, 2);
  const origin = { repository: 'acme/sync', runId: '1' };
  const { files, stored } = packRecord(record, origin);
  const head = await readers.unpackHead(stored.name, files, origin, artifactLimits);
  expect(head.record).toEqual({ ...record, profiles: [] });
  expect(head.size).toEqual(measureRecord(record));
  const packed = await readers.judgeBuild([head.packed], { suite });
  expect(packed).toEqual(packJson(judgeRecords([record], { suite }).verdict));
});

test('the largest build that is taken fits into the process that judges it', async () => {
  const { maxHeapBytes, maxSeries } = limitBuild(heapBytes);
  const record = measureSpans(3_300, 15);
  const { heapBytes: weight, series } = measureRecord(record);
  expect([weight / maxHeapBytes, series / maxSeries].every((part) => part > 0.9)).toBe(true);
  const packed = await readers.judgeBuild([{ json: packJson(record) }], { suite });
  expect((unpackJson(packed) as Verdict).series).toHaveLength(series);
  expect(gunzipSync(await readers.renderPage(packed)).includes('49,500 series')).toBe(true);
});

test('a build is folded as in this process, from records with and without what nobody knows', async () => {
  const key = { repository: 'acme/sync', suite: 'sync', runId: '1' };
  const origin = { repository: key.repository, runId: key.runId };
  for (const more of [{}, { unknown: ['to', 'all'] }]) {
    const record = measureSpans(3, 2);
    const { files, stored } = packRecord({ ...record, ...more }, origin);
    const head = await readers.unpackHead(stored.name, files, origin, artifactLimits);
    expect(head.isAsWritten).toBe(!('unknown' in more));
    const packed = await readers.foldBuild([head.packed], { key });
    expect(unpackBuild(packed)).toEqual(foldBuild([record], { key }));
  }
});

test('records that cannot be judged are named as what they are', async () => {
  const error = await readError(readers.judgeBuild([], { suite }));
  expect(error).toBeInstanceOf(UserError);
});

test('a page is made of a packed verdict, and one that cannot be read costs no other', async () => {
  const verdict = packJson(JSON.parse(readExample('verdict', 'valid', 'one-regression')));
  const [broken, page] = await Promise.allSettled([
    readers.renderPage('{'),
    readers.renderPage(verdict),
  ]);
  expect(broken.status).toBe('rejected');
  expect(page.status === 'fulfilled' && gunzipSync(page.value).toString()).toMatch(
    /^<!doctype html>/,
  );
});
