import { readFile } from 'node:fs/promises';

/** The text of a file of /proc or /sys; undefined when it cannot be read. */
export type ReadFact = (path: string) => Promise<string | undefined>;

export const readFact: ReadFact = (path) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );

/** The value of the first line `key : value`, as /proc/cpuinfo and /proc/meminfo have them. */
export function findField(text: string, key: string): string | undefined {
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0 && line.slice(0, colon).trim() === key) return line.slice(colon + 1).trim();
  }
  return undefined;
}
