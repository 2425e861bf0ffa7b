import { randomUUID } from 'node:crypto';
import type { Metric } from '../../contract/documents.ts';
import { findStringEnd } from '../../contract/json-text.ts';

/** The text of a record in which lists of metrics stand once. */
export interface SharedText {
  text: string;
  /** How many values it has less than the whole text. They count towards a limit all the same. */
  values: number;
  /**
   * Puts each list back into the first profile that has it, and an empty one into the others.
   * @param parsed what the text was parsed to
   * @returns what fills the others; undefined where a list stood elsewhere than a profile has its own
   */
  restore(parsed: unknown): (() => void) | undefined;
}

const key = '"metrics":';
/** Those of the tests of one shard hardly differ. Every place is compared with each of them. */
const mostLists = 8;
/** A share of the text, so that both together are not much larger. */
const mostLeft = 0.6;

/**
 * Each execution in a record names its metrics: two thirds of the text, and nearly always the same list. It is put
 * in once, and elsewhere a random mark, so that it is parsed, validated and measured once.
 *
 * The text says the same as before. In JSON the key and its colon stand nowhere but before a value, since within a string
 * the quotation marks are escaped; at most they are the end of another key. What begins there with a whole list is
 * that list. Whether it is one of a profile is seen in what was parsed.
 * @returns undefined where hardly anything is repeated
 */
export function shareMetrics(text: string): SharedText | undefined {
  const id = randomUUID();
  const lists: List[] = [];
  const pieces: string[] = [];
  let [from, values, marks, left] = [0, 0, 0, text.length];
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at)) {
    at += key.length;
    const known = lists.findIndex((list) => text.slice(at, at + list.text.length) === list.text);
    const list = lists[known] ?? (lists.length < mostLists ? readList(text, at) : undefined);
    if (list === undefined) continue;
    if (known < 0) lists.push(list);
    else {
      const mark = `"${id}${known}"`;
      pieces.push(text.slice(from, at), mark);
      from = at + list.text.length;
      values += list.values;
      marks += 1;
      left += mark.length - list.text.length;
    }
    at += list.text.length;
  }
  if (left > mostLeft * text.length) return undefined;
  pieces.push(text.slice(from));
  return { text: pieces.join(''), values, restore: (parsed) => restore(parsed, lists, id, marks) };
}

interface List {
  text: string;
  parsed: Metric[];
  values: number;
}

/** @returns undefined for what is no list of flat objects; whether they are metrics, the schema says */
function readList(text: string, start: number): List | undefined {
  if (!text.startsWith('[{', start)) return undefined;
  let isWithin = false;
  let values = 1;
  for (let i = start + 1; i < text.length; i++) {
    switch (text[i]) {
      case '"':
        i = findStringEnd(text, i);
        break;
      case ',':
        values += 1;
        break;
      case '{':
        if (isWithin) return undefined;
        isWithin = true;
        values += 1;
        break;
      case '}':
        isWithin = false;
        break;
      case '[':
        return undefined;
      case ']':
        return parseList(text.slice(start, i + 1), values);
    }
  }
  return undefined;
}

function parseList(text: string, values: number): List | undefined {
  try {
    return { text, values, parsed: JSON.parse(text) as Metric[] };
  } catch {
    return undefined;
  }
}

function restore(
  parsed: unknown,
  lists: readonly List[],
  id: string,
  marks: number,
): (() => void) | undefined {
  const profiles = (parsed as { profiles?: unknown } | null)?.profiles;
  if (!Array.isArray(profiles)) return undefined;
  const empty: Metric[] = [];
  const seen = new Set<List>();
  const others: { profile: { metrics?: unknown }; list: List }[] = [];
  let found = 0;
  for (const profile of profiles as ({ metrics?: unknown } | null)[]) {
    const mark = profile?.metrics;
    if (profile === null || typeof mark !== 'string' || !mark.startsWith(id)) continue;
    const list = lists[Number(mark.slice(id.length))];
    if (list === undefined) return undefined;
    found += 1;
    profile.metrics = seen.has(list) ? empty : list.parsed;
    if (seen.has(list)) others.push({ profile, list });
    seen.add(list);
  }
  if (found !== marks) return undefined;
  return () => {
    for (const { profile, list } of others) profile.metrics = list.parsed;
  };
}
