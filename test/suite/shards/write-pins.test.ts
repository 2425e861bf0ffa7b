import { expect, test } from 'vitest';
import { writePins } from '../../../src/suite/shards/write-pins.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';

const head = `# Ours
version:   1       # aligned by hand
suite: 'sync'
tests:
- { name: upload, command: [node,   upload.mjs] }
-   name: "download: all"
    command: [node, download.mjs]

- {name: '10', command: [node, ten.mjs]}
`;
const pins = new Map([
  ['upload', 1],
  ['download: all', 0],
]);

function write(shards: string, changes = { total: 4, pins }): string {
  const text = head + shards;
  const edited = writePins(text, changes);
  expect(edited.startsWith(head)).toBe(true);
  const suite = parseSuite(edited, 'perigee.yml');
  expect(suite.shards.total).toBe(changes.total);
  for (const [name, shard] of changes.pins) expect(suite.shards.pins.get(name)).toBe(shard);
  return edited.slice(head.length);
}

test('a file without shards gets them at its end', () => {
  expect(write('')).toBe(`
shards:
  total: 4
  pins:
    upload: 2
    "download: all": 1
`);
});

test('what stands there is changed, and keeps its comments', () => {
  expect(
    write(`
shards:   # runners
    total: 8   # a lot
    # The disk of shard 3
    pins:

      "10":     3    # stays
      # moved by hand
      upload :  3    # its comment
# the end
`),
  ).toBe(`
shards:
  # runners
  total: 4 # a lot
  # The disk of shard 3
  pins:

    "10": 3 # stays
    # moved by hand
    upload: 2 # its comment
    "download: all": 1
# the end
`);
});

const written = '    upload: 2\n    "download: all": 1\n';

test.each([
  ['only a total', 'shards:\n  total: 4 # ok\n', `shards:\n  total: 4 # ok\n  pins:\n${written}`],
  [
    'only pins',
    'shards:\n  pins:\n    10: 3\n',
    `shards:\n  pins:\n    10: 3\n${written}  total: 4\n`,
  ],
  ['braces', 'shards: { total: 2 }\n', `shards:\n  total: 4\n  pins:\n${written}`],
  [
    'braces over lines',
    'shards: {\n  total: 2,\n  pins: {"10": 3},\n}\n',
    `shards:\n  total: 4\n  pins:\n    "10": 3\n${written}`,
  ],
  ['empty braces', 'shards: {}\n', `shards:\n  total: 4\n  pins:\n${written}`],
  [
    'a pin beyond the total',
    'shards:\n  total: 9\n  pins: {x: 9}\n',
    `shards:\n  total: 4\n  pins:\n${written}`,
  ],
])('%s', (_, before, after) => {
  expect(write(before)).toBe(after);
});

test('a file whose last line has no end keeps its lines apart', () => {
  expect(write('shards:\n  total: 4')).toMatch(/ {2}total: 4\n {2}pins:\n {4}upload: 2\n/);
});

test('lines that end as on Windows stay so', () => {
  const edited = writePins(head.replaceAll('\n', '\r\n'), { total: 4, pins });
  expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
});

test('keys after shards stay where they are', () => {
  const after = 'thresholds:\n  defaults: {latency: {worse: 5%}}\n';
  expect(write(`shards:\n  pins:\n    upload: 4\n\n${after}`)).toBe(
    `shards:\n  pins:\n    upload: 2\n    "download: all": 1\n  total: 4\n\n${after}`,
  );
});

test('without anything to pin the total is written alone', () => {
  expect(write('', { total: 3, pins: new Map() })).toBe('\nshards:\n  total: 3\n');
});

test.each([
  ['an anchor', 'shards: &s\n  total: 2\n'],
  ['a long key', '? shards\n: total: 2\n'],
])('%s is refused before anything is written', (_, shards) => {
  expect(catchUserError(() => writePins(head + shards, { total: 4, pins })).message).toContain(
    'the pins cannot be written',
  );
});

test('a file that is one map in braces is left to a person', () => {
  const text =
    '{ version: 1, suite: sync, tests: [{ name: upload, command: [node, upload.mjs] }] }';
  expect(() => writePins(text, { total: 2, pins: new Map() })).toThrow('cannot be written');
});
