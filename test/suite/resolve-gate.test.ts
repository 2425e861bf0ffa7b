import { expect, test } from 'vitest';
import { defaultGate } from '../../src/contract/gate.ts';
import { addBotSettings } from '../../src/suite/add-bot-settings.ts';
import { parseSettings } from '../../src/suite/parse-settings.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';

const suite = 'version: 1\nsuite: s\ntests: [{ name: t, command: [go] }]\n';
const readGate = (text: string) => parseSuite(`${suite}${text}`, 'perigee.yml').gate;

test('a file without the section has the defaults: confirm, and block what was not measured', () => {
  expect(readGate('')).toEqual(defaultGate);
  expect(readGate('gate: {}')).toEqual(defaultGate);
  expect(defaultGate).toEqual({
    workflow: '.github/workflows/perigee.yml',
    ignore: [],
    runWithinMs: 900_000,
    confirm: true,
    whenUndecided: 'pass',
    whenBusy: 'undecided',
    whenNotSeen: {},
    whenSuiteChanged: 'note',
    whenMissing: 'block',
  });
});

test('what the section says replaces the default of that key alone', () => {
  expect(readGate('gate: { runWithin: 1.5h, paths: [src/**] }')).toEqual({
    ...defaultGate,
    runWithinMs: 5_400_000,
    paths: ['src/**'],
  });
  expect(
    readGate(
      'gate: { workflow: .github/workflows/b.yaml, confirm: false, whenUndecided: block, whenBusy: pass, whenSuiteChanged: block, whenMissing: pass, ignore: [a] }',
    ),
  ).toEqual({
    workflow: '.github/workflows/b.yaml',
    ignore: ['a'],
    runWithinMs: 900_000,
    confirm: false,
    whenUndecided: 'block',
    whenBusy: 'pass',
    whenNotSeen: {},
    whenSuiteChanged: 'block',
    whenMissing: 'pass',
  });
});

test.each([
  ['pass', {}],
  ['note', { note: 0 }],
  ['block', { block: 0 }],
  ['{ block: 20% }', { block: 0.2 }],
  ['{ note: 2.5%, block: 100% }', { note: 0.025, block: 1 }],
])('whenNotSeen: %s', (text, setting) => {
  expect(readGate(`gate: { whenNotSeen: ${text} }`).whenNotSeen).toEqual(setting);
});

test('the shortest and the longest wait may be written', () => {
  expect(readGate('gate: { runWithin: 60s }').runWithinMs).toBe(60_000);
  expect(readGate('gate: { runWithin: 24h }').runWithinMs).toBe(86_400_000);
});

const bot = {
  appId: 4711,
  privateKey: { file: 'perigee-data/bot-private-key.pem' },
  webhookSecret: { file: 'a path: with "quotes" #1' },
  publicUrl: 'https://perigee.example.com',
};

function add(text: string | undefined): string {
  const edited = addBotSettings(text, bot);
  if (edited === undefined) throw new Error('nothing could be added');
  return edited;
}

test('where there is no file, a valid one is written', () => {
  expect(parseSettings(add(undefined), 'perigee-service.yml')).toEqual({ version: 1, bot });
});

test.each([
  ['without a line break at its end', 'version: 1\ndata: x'],
  ['with comments at both ends', '# ours\nversion: 1 # first\nlisten: 0.0.0.0:1\n\n# the end\n'],
  ['that begins a document', '---\nversion: 1\nevents:\n  file: a.sqlite\n'],
  ['whose lines end as on Windows', 'version: 1\r\ndata: x\r\n'],
  ['whose root is indented', '  version: 1\n  data: x\n'],
])('a file %s keeps all that it has', (_, text) => {
  const edited = add(text);
  expect(edited.startsWith(text)).toBe(true);
  const before = parseSettings(text, 'perigee-service.yml');
  expect(parseSettings(edited, 'perigee-service.yml')).toEqual({ ...before, bot });
});

test.each([
  ['has a bot', 'version: 1\nbot:\n  appId: 1\n'],
  ['is one map in braces', '{ version: 1 }\n'],
  ['ends its document', 'version: 1\n...\n'],
  ['ends in an open text', 'version: 1\ndata: |+\n  x\n'],
])('a file that %s is left alone, or nothing in it changes', (_, text) => {
  const edited = addBotSettings(text, bot);
  if (edited === undefined) return;
  expect(parseSettings(edited, 'f')).toEqual({ ...parseSettings(text, 'f'), bot });
});

test('settings of more than a million characters are refused before they are parsed', () => {
  const text = `version: 1\n${'#\n'.repeat(500_000)}`;
  expect(() => parseSettings(text, 'perigee-service.yml')).toThrow('a file of 1000011 characters');
});
