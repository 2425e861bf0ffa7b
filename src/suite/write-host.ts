import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import type { Config, HostSettings } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { createTextEdits } from './shards/text-edits.ts';

export interface MeasuredSetting {
  /** One key. */
  setting: HostSettings;
  /** What it was measured to do; it becomes the comment of its line. */
  figure: string;
}

/**
 * The text of a perigee.yml with more settings under `host`; other lines stay as they are. A key that is there already
 * gets the new value.
 * @param own the text of a file that loads
 * @throws UserError where `host` is written in a way that cannot be edited so
 */
export function writeHost(own: string, settings: readonly MeasuredSetting[]): string {
  const root = parseDocument(own).contents;
  if (!isMap(root) || root.flow === true) throw refuse('the file is one map in braces', settings);
  const edits = createTextEdits(own);
  const host = findPair(root, 'host')?.value;
  if (host === undefined) {
    const lines = settings.flatMap(listLines).map((line) => `  ${line}`);
    edits.append('', ['host:', ...lines]);
  } else if (!isMap(host) || host.flow === true || host.anchor !== undefined) {
    throw refuse('it is not written one key a line', settings);
  } else {
    const first = startOf(host.items[0]);
    const indent = edits.indentAt(first) ?? '';
    const added = settings.filter((each) => findPair(host, keyOf(each)) === undefined);
    edits.insertBefore(first, indent, added.flatMap(listLines));
    for (const each of settings) {
      const known = findPair(host, keyOf(each));
      if (known === undefined) continue;
      const text = listLines(each).join(`\n${indent}`);
      edits.replace(startOf(known), endOfLine(own, known), text);
    }
  }
  const edited = edits.apply();
  if (!isAsMeant(own, edited, settings)) throw refuse('its layout is unusual', settings);
  return edited;
}

function listLines({ figure, setting }: MeasuredSetting): string[] {
  const [first = '', ...more] = stringify(setting, { lineWidth: 0 }).trimEnd().split('\n');
  return [`${first} # ${figure}`, ...more];
}

function keyOf({ setting }: MeasuredSetting): string {
  return Object.keys(setting)[0] ?? '';
}

function findPair(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

function startOf(pair: Pair | undefined): number {
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? 0) : 0;
}

/** With a comment behind its value. */
function endOfLine(text: string, { value }: Pair): number {
  const from = (value as { range?: [number, number, number] } | null)?.range?.[1] ?? 0;
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function isAsMeant(text: string, edited: string, settings: readonly MeasuredSetting[]): boolean {
  const { host = {}, ...rest } = readConfig(text);
  const meant = Object.assign({}, host, ...settings.map(({ setting }) => setting)) as HostSettings;
  return isDeepStrictEqual({ ...rest, host: meant }, readConfig(edited));
}

function readConfig(text: string): Partial<Config> {
  const document = parseDocument(text);
  return document.errors.length > 0 ? {} : (document.toJS() as Partial<Config>);
}

function refuse(why: string, settings: readonly MeasuredSetting[]): UserError {
  const lines = settings.flatMap(listLines).map((line) => `  ${line}`);
  return new UserError({
    where: 'perigee.yml, host',
    seen: `the settings cannot be written: ${why}`,
    expected: 'one key a line',
    remedy: `write them by hand:\nhost:\n${lines.join('\n')}`,
  });
}
