import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWanted } from './measure-case.ts';
import { findRunner, refuseNoFiles } from './require-runner.ts';

interface MochaOptions {
  _: string[];
  require?: string[];
  extension: string[];
  spec?: string[];
  parallel?: boolean;
}
interface Program {
  loadOptions(args: string[]): MochaOptions;
  main(args: string[], options: MochaOptions): void;
}

const hooks = fileURLToPath(new URL('mocha-hooks.mjs', import.meta.url));

/** In one process, because the counters of a span are those of all processes of the test. */
export async function runMocha(pattern: string, directory: string): Promise<void> {
  const found = findRunner('mocha', '9.2', directory);
  const { loadOptions, main } = createRequire(found)(
    join(dirname(found), 'lib/cli/cli.js'),
  ) as Program;
  const options = loadOptions([]);
  options.require = [hooks, ...(options.require ?? [])];
  options.parallel = false;
  if (pattern !== '**') {
    const files = listFiles(directory, pattern, options.extension);
    if (files.length === 0) refuseNoFiles('mocha', pattern, directory);
    // The files of a project's own configuration would run too.
    delete options.spec;
    options._ = files;
  }
  main([], options);
}

function listFiles(directory: string, pattern: string, extensions: readonly string[]): string[] {
  const kept = (name: string): boolean =>
    extensions.some((extension) => name.endsWith(`.${extension.replace(/^\./, '')}`));
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') walk(path);
      else if (entry.isFile() && kept(path) && isWanted(path, pattern)) found.push(path);
    }
  };
  walk('');
  return found.sort();
}
