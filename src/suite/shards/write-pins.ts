import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import type { Config } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { createTextEdits, type TextEdits } from './text-edits.ts';

/** What is to stand under `shards` in perigee.yml. */
export interface PinChanges {
  total: number;
  /** Name of a test → index of its shard, from 0; pins of other tests stay as they are. */
  pins: ReadonlyMap<string, number>;
}

/** Keys in the order in which they are written; a value is a number or such a map. */
type Block = Map<string, number | Map<string, number>>;

/**
 * The text of a perigee.yml with other pins. Only lines of `shards` change: the parsed document says where
 * they are, and the text is edited there, so that comments, blank lines, quotes and alignment stay.
 * @param text of a file that loads
 * @throws UserError where `shards` is written in a way that cannot be edited so
 */
export function writePins(text: string, { total, pins }: PinChanges): string {
  const root = parseDocument(text).contents;
  if (!isMap(root) || root.flow === true) throw refuse('the file is one map in braces');
  const edits = createTextEdits(text);
  const numbers = new Map([...pins].map(([name, shard]) => [name, shard + 1]));
  const changes: Block = new Map([['total', total]]);
  if (numbers.size > 0) changes.set('pins', numbers);
  const shards = findPair(root, 'shards');
  if (shards !== undefined) editShards(edits, shards, changes);
  else edits.append(indentOf(edits, root), listLines(new Map([['shards', changes]])));
  const edited = edits.apply();
  if (!isAsMeant(text, edited, total, numbers)) throw refuse('its layout is unusual');
  return edited;
}

function editShards(edits: TextEdits, pair: Pair, changes: Block): void {
  const map = openBlock(edits, pair, changes);
  if (map === undefined) return;
  const indent = indentOf(edits, map);
  for (const [key, value] of changes) {
    const known = findPair(map, key);
    const lines = listLines(new Map([[key, value]]));
    if (known === undefined && key === 'total') edits.insertBefore(offsetOf(map), indent, lines);
    else if (known === undefined) edits.insertAfter(endOf(map), indent, lines);
    else if (typeof value === 'number') replaceNumber(edits, known, value);
    else editPins(edits, known, value);
  }
}

function editPins(edits: TextEdits, pair: Pair, numbers: ReadonlyMap<string, number>): void {
  const map = openBlock(edits, pair, numbers);
  if (map === undefined) return;
  const added: Block = new Map();
  for (const [name, number] of numbers) {
    const pin = findPair(map, name);
    if (pin === undefined) added.set(name, number);
    else replaceNumber(edits, pin, number);
  }
  if (added.size > 0) edits.insertAfter(endOf(map), indentOf(edits, map), listLines(added));
}

/**
 * The map of a key where it is written one key a line. One in braces becomes such a block, changes
 * included, and nothing is left to do.
 */
function openBlock(
  edits: TextEdits,
  pair: Pair,
  changes: ReadonlyMap<string, number | Map<string, number>>,
): YAMLMap | undefined {
  const { key, value } = pair;
  if (!isMap(value) || value.anchor !== undefined) throw refuse('it is an alias, or has an anchor');
  if (value.flow !== true) return value;
  const [from, to] = value.range ?? [0, 0];
  if (edits.slice(from, to).includes('#')) throw refuse('there is a comment inside its braces');
  const indent = isScalar(key) && key.range ? edits.indentAt(key.range[0]) : undefined;
  if (indent === undefined) throw refuse('it does not begin a line');
  const merged = readBlock(value);
  for (const [name, change] of changes) {
    const own = merged.get(name);
    const isMerge = own instanceof Map && change instanceof Map;
    merged.set(name, isMerge ? new Map([...own, ...change]) : change);
  }
  edits.cutWithBlanksBefore(from, to);
  edits.insertAfter(to, `${indent}  `, listLines(merged));
  return undefined;
}

function readBlock(map: YAMLMap): Block {
  const block: Block = new Map();
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.source ?? key.value) : '';
    if (isMap(value)) block.set(name, readBlock(value) as Map<string, number>);
    else if (isScalar(value)) block.set(name, Number(value.value));
  }
  return block;
}

function replaceNumber(edits: TextEdits, { value }: Pair, number: number): void {
  if (!isScalar(value) || !value.range || value.anchor !== undefined) {
    throw refuse('a value is an alias, or has an anchor');
  }
  edits.replace(value.range[0], value.range[1], String(number));
}

function findPair(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && (key.value === name || key.source === name));
}

function indentOf(edits: TextEdits, map: YAMLMap): string {
  const indent = edits.indentAt(offsetOf(map));
  if (indent === undefined) throw refuse('its keys do not begin lines');
  return indent;
}

function offsetOf(map: YAMLMap): number {
  const key = map.items[0]?.key;
  return isScalar(key) ? (key.range?.[0] ?? 0) : 0;
}

/** End of the last value, however deep; only a comment can follow in its line. */
function endOf(map: YAMLMap): number {
  const value = map.items.at(-1)?.value;
  if (isMap(value) && value.flow !== true) return endOf(value);
  return isScalar(value) || isMap(value) ? (value.range?.[1] ?? 0) : 0;
}

function listLines(block: ReadonlyMap<string, unknown>): string[] {
  return stringify(block, { lineWidth: 0, indent: 2 }).trimEnd().split('\n');
}

/** Whether the edited text means what was asked for, and everything else in it what it meant before. */
function isAsMeant(
  text: string,
  edited: string,
  total: number,
  numbers: ReadonlyMap<string, number>,
): boolean {
  const { shards = {}, ...rest } = readConfig(text);
  const pins = new Map([...Object.entries(shards.pins ?? {}), ...numbers]);
  const meant = { total, ...(pins.size > 0 && { pins: Object.fromEntries(pins) }) };
  return isDeepStrictEqual({ ...rest, shards: meant }, readConfig(edited));
}

function readConfig(text: string): Partial<Config> {
  const document = parseDocument(text);
  return document.errors.length > 0 ? {} : (document.toJS() as Partial<Config>);
}

function refuse(why: string): UserError {
  return new UserError({
    where: 'perigee.yml, shards',
    seen: `the pins cannot be written: ${why}`,
    expected: 'total and pins, one key a line',
    remedy: 'write them by hand: they are listed above',
  });
}
