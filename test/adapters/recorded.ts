import { readdirSync } from 'node:fs';
import { readResults } from '../../src/adapters/read-results.ts';
import { readSections } from '../read-sections.ts';

const folder = new URL('recorded/', import.meta.url);

/** Which adapter reads what a tool wrote, where it has another name. */
const names: Readonly<Record<string, string>> = {
  'benchmark-js': 'benchmark.js',
  'criterion/v0.7-bencher.txt': 'libtest',
};

export interface Recorded {
  /** `vitest/v4.json` */
  file: string;
  adapter: string;
  text: string;
}

/**
 * What the tools wrote, JSON with a line for each benchmark, and of a second binary the first one. recorded-commands.txt
 * has the commands, and says what is written after a documentation.
 */
export const recorded: readonly Recorded[] = readdirSync(folder).flatMap((list) => {
  const tool = list.replace(/\.txt$/, '');
  return [...readSections(new URL(list, folder))].map(([name, text]) => {
    const file = `${tool}/${name}`;
    return { file, adapter: names[file] ?? names[tool] ?? tool, text };
  });
});

/** @param wanted `vitest/v4.json` */
export function findRecorded(wanted: string): string {
  const found = recorded.find(({ file }) => file === wanted);
  if (found === undefined) throw new Error(`no tool wrote ${wanted}`);
  return found.text;
}

export function readFault(text: string, format: string): string {
  const results = readResults(text, format);
  if (!('fault' in results)) throw new Error('it was read');
  return results.fault;
}
