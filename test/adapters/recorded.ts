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
  /** Absolute, of what is expected. */
  expected: string;
  adapter: string;
  text: string;
}

/** What the real tools wrote; the command stands in commands.txt beside each. */
export const recorded: readonly Recorded[] = readdirSync(folder).flatMap((tool) =>
  readdirSync(`${folder}${tool}`)
    .filter((name) => name !== 'commands.txt' && !name.endsWith('.numbers'))
    .map((name) => {
      const file = `${tool}/${name}`;
      return {
        file,
        expected: `${folder}${file}.numbers`,
        adapter: names[file] ?? names[tool] ?? tool,
        text: readFileSync(`${folder}${file}`, 'utf8'),
      };
    }),
);
