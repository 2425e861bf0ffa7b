import { expect, test } from 'vitest';
import { addBotSettings } from '../../src/suite/add-bot-settings.ts';
import { parseSettings } from '../../src/suite/parse-settings.ts';

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
