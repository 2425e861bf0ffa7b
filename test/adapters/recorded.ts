import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('recorded/', import.meta.url));

/** Which adapter reads the files of a folder, where it has another name. */
const names: Readonly<Record<string, string>> = {
  'benchmark-js': 'benchmark.js',
  bun: 'mitata',
  'criterion/v0.7-bencher.txt': 'libtest',
};

export interface Recorded {
  /** `vitest/v4.json` */
  file: string;
  adapter: string;
  text: string;
}

/** What the tools wrote; recorded-commands.txt has the commands, and says what is written after a documentation. */
export const recorded: readonly Recorded[] = readdirSync(folder).flatMap((tool) =>
  readdirSync(`${folder}${tool}`).map((name) => {
    const file = `${tool}/${name}`;
    const adapter = names[file] ?? names[tool] ?? tool;
    return { file, adapter, text: readFileSync(`${folder}${file}`, 'utf8') };
  }),
);
