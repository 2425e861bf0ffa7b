import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { childPointer, type Place, type Places, type SuiteProblem } from './places.ts';
import { formatText, formatValue } from './format-value.ts';

/** No key of perigee.yml lies deeper than eight levels. */
export const deepest = 20;
/** Twice what 20,000 rules over 10,000 tests hold; with aliases a small file could hold billions. */
const mostNodes = 600_000;
const mostAliases = 1000;

export const tooDeep = 'lists or maps are nested too deeply';

/** Thrown when a value outgrows its bounds, as nested aliases make it do. */
export class TooLargeError extends Error {
  readonly problem: SuiteProblem;
  constructor(problem: SuiteProblem) {
    super(problem.seen);
    this.problem = problem;
  }
}

export interface YamlValue {
  value: unknown;
  places: Places;
  problems: SuiteProblem[];
  /** The value is not what was meant; looking at it would only find errors that are none. */
  unreadable: boolean;
}

/** The plain value of a parsed document, with the place of all that is in it. */
export function readNode(document: Document.Parsed): YamlValue {
  const places = new Map<string, Place>();
  const problems: SuiteProblem[] = [];
  const anchors = new Map<string, Node>();
  let nodes = 0;
  let aliases = 0;
  let unreadable = document.contents === null;
  if (unreadable) problems.push(emptyFile);

  const value = read(document.contents, '', 0);
  return { value, places, problems, unreadable };

  function read(node: Node | null, pointer: string, depth: number, key?: number): unknown {
    const value = offsetOfNode(node) ?? key ?? 0;
    if (++nodes > mostNodes) throw tooLarge(value, 'more than 600,000 values');
    if (depth > deepest) throw tooLarge(value, tooDeep);
    if (isAlias(node)) {
      if (++aliases > mostAliases) throw tooLarge(value, 'more than 1,000 uses of aliases');
      const target = anchors.get(node.source);
      if (target !== undefined) return read(target, pointer, depth + 1, key);
      problems.push({
        at: value,
        seen: `the alias ${formatText(`*${node.source}`)} has no anchor`,
        expected: 'a text that begins with * in quotes, or an alias of an anchor',
        remedy: `write '*${node.source.replaceAll("'", "''")}'`,
      });
      unreadable = true;
      return null;
    }
    if (
      isScalar(node) &&
      node.type === 'PLAIN' &&
      node.source === '' &&
      node.anchor !== undefined
    ) {
      problems.push({
        at: value,
        seen: 'a text without quotes cannot begin with &',
        expected: 'the text in quotes',
        remedy: `write '&${node.anchor.replaceAll("'", "''")}'`,
      });
      unreadable = true;
      return null;
    }
    // Before what is in it: a node that holds an alias to itself then ends at the depth limit.
    if (node !== null && 'anchor' in node && node.anchor) anchors.set(node.anchor, node);
    const place: Place = { value };
    if (key !== undefined) place.key = key;
    if (isScalar(node) && node.source !== undefined) place.source = node.source;
    places.set(pointer, place);
    if (isMap(node)) return readMap(node.items as Pair<Node, Node | null>[], pointer, depth);
    if (isSeq(node)) {
      return node.items.map((item, i) =>
        read(item as Node | null, childPointer(pointer, i), depth + 1),
      );
    }
    return isScalar(node) ? node.value : null;
  }

  function readMap(pairs: readonly Pair<Node, Node | null>[], pointer: string, depth: number) {
    const entries = new Map<string, unknown>();
    for (const pair of pairs) {
      const at = offsetOfNode(pair.key) ?? 0;
      const name = nameOfKey(pair.key);
      if (name === undefined) {
        problems.push({ at, seen: `${describeKey(pair.key)} as a key`, expected: 'a name' });
        continue;
      }
      if (name === '<<') {
        problems.push(mergeKey(at));
        unreadable = true;
        continue;
      }
      if (entries.has(name)) {
        const seen = `the key ${formatText(name)} is there twice`;
        problems.push({ at, seen, expected: 'each key once', remedy: 'remove one of the two' });
      }
      entries.set(name, read(pair.value, childPointer(pointer, name), depth + 1, at));
    }
    // Not by assignment, to which `__proto__` would mean something else.
    return Object.fromEntries(entries);
  }
}

function nameOfKey(key: Node): string | undefined {
  if (!isScalar(key) || key.value === null || key.value === undefined) return undefined;
  return typeof key.value === 'string' ? key.value : key.source;
}

function describeKey(key: Node): string {
  return isScalar(key) ? formatValue(key.value) : isAlias(key) ? 'an alias' : 'a list or map';
}

function offsetOfNode(node: Node | null): number | undefined {
  return node?.range?.[0];
}

const emptyFile: SuiteProblem = {
  at: 0,
  seen: 'the file is empty',
  expected: 'version, suite and tests',
  remedy: 'remove it and let `perigee init` write a first one',
};

function mergeKey(at: number): SuiteProblem {
  return {
    at,
    seen: 'a merge key (<<)',
    expected: 'keys written out: YAML 1.2 has no merge keys',
    remedy: 'write the keys here; what all tests share can stand once, at the top of the file',
  };
}

export function tooLarge(at: number, seen: string): TooLargeError {
  const expected = 'a perigee.yml as docs/configuration.md shows it';
  return new TooLargeError({ at, seen, expected });
}
