import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cases, isWanted } from './measure-case.ts';
import { findRunner, refuseNoFiles } from './require-runner.ts';
import { endRun } from './whole-run.ts';

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
interface Runner {
  on(event: 'pass', listener: () => void): void;
  once(event: 'end', listener: () => void): void;
  failures: number;
}
interface Mocha {
  Runner: { prototype: { run(this: Runner, ...args: unknown[]): unknown } };
}

const hooks = fileURLToPath(new URL('mocha-hooks.mjs', import.meta.url));

/** In one process, because the counters of a span are those of all processes of the test. */
export async function runMocha(pattern: string, directory: string): Promise<void> {
  const found = findRunner('mocha', '9.2', directory);
  const { loadOptions, main } = await loadProgram(join(dirname(found), 'lib/cli'));
  followRun((createRequire(found)('mocha') as Mocha).Runner);
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

/** From Mocha 12 on it is a module, and the options are a file of their own. */
async function loadProgram(folder: string): Promise<Program> {
  const load = async (file: string): Promise<Program> => {
    const loaded = (await import(pathToFileURL(file).href)) as Program & { default?: Program };
    return loaded.default ?? loaded;
  };
  const options = join(folder, 'options.cjs');
  const program = await load(join(folder, 'cli.js'));
  return { ...program, ...(existsSync(options) ? await load(options) : {}) };
}

/** Mocha's own command line says nothing when its tests have ended. */
function followRun({ prototype }: Mocha['Runner']): void {
  const run = prototype.run;
  prototype.run = function (...args) {
    let passed = 0;
    this.on('pass', () => (passed += 1));
    // Before the listener that exits.
    this.once('end', () => {
      if (this.failures > 0) process.exitCode = 1;
      // The exit code.
      if (!endRun('mocha', passed, cases.passed)) this.failures += 1;
    });
    return run.apply(this, args);
  };
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
