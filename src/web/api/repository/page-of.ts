import { identifyPlatform } from '../../../contract/platforms.ts';
import { createHash } from 'node:crypto';
import type { ListedSeries } from './catalogue.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { Given } from '../http/read-request.ts';

/** A part of a list, and where the next one begins. */
export interface PageOf<T> {
  items: T[];
  next?: string;
}

/**
 * The part of a list after a cursor. A cursor names the last item that was read, not its place, so that items which
 * come and go meanwhile neither repeat nor hide others; if that item went itself, its place counts.
 * @param nameOf differs for each item
 */
export function pageOf<T>(
  items: readonly T[],
  { cursor, limit }: Given,
  nameOf: (item: T) => string,
): PageOf<T> {
  const from = cursor === undefined ? 0 : findStart(items, String(cursor), nameOf);
  const part = items.slice(from, from + Number(limit));
  const last = part.at(-1);
  const end = from + part.length;
  if (last === undefined || end >= items.length) return { items: part };
  return { items: part, next: `${end}-${hash(nameOf(last))}` };
}

function findStart<T>(items: readonly T[], cursor: string, nameOf: (item: T) => string): number {
  const [, end, name] = /^(\d{1,9})-([\w-]{16})$/.exec(cursor) ?? [];
  if (end === undefined) throw new ApiProblem(400, 'cursor is the `next` of the page before.');
  const place = items.findIndex((item) => hash(nameOf(item)) === name);
  return place === -1 ? Math.min(Number(end), items.length) : place + 1;
}

function hash(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 16);
}

/** The words of a search, in lower case. */
export function listWords(text: Given[string]): string[] {
  return String(text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Series that all given filters leave, in the order of the list. */
export function filterSeries(series: Iterable<ListedSeries>, given: Given): ListedSeries[] {
  const words = listWords(given['text']);
  const exact = (['suite', 'test', 'span', 'metric', 'platform'] as const).filter(
    (key) => given[key] !== undefined,
  );
  // People write it as pages do.
  const platform = identifyPlatform(String(given['platform'] ?? ''));
  const wanted: Given = { ...given, platform };
  return [...series].filter(
    ({ name, words: own }) =>
      exact.every((key) => name[key] === wanted[key]) && words.every((word) => own.includes(word)),
  );
}
