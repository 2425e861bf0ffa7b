/**
 * The programs that tests start: those of dist/, as users have them, where nothing has changed since they were
 * built; otherwise their sources. Node takes two to four times as much CPU time to start a program from its sources.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/checks/tracked-files.ts';
import { buildMark } from '../../scripts/require-generated.ts';

/** All that the programs are made of. */
const sources = ['src', 'bot/src', 'schemas', 'scripts', 'package-lock.json'];
const built = 'dist/serve.mjs';

let isCurrent: boolean | undefined;

/** Whether nothing has changed since `npm run build` came to its end. */
export function isBuilt(): boolean {
  const isThere = [built, buildMark].every((file) => existsSync(join(root, file)));
  return isThere && newestOf(sources) < modifiedMs(buildMark);
}

/** @returns where the program is that `npm run build` makes of a source; both are relative to the repository */
export function builtOrSource(program: string, source: string): string {
  isCurrent ??= isBuilt();
  return join(root, isCurrent ? program : source);
}

/** `perigee serve` without its launcher. */
export function findService(): string {
  return builtOrSource(built, 'src/service/main.ts');
}

/** All other commands of `perigee`, without their launcher. */
export function findCommandLine(): string {
  return builtOrSource('dist/cli.mjs', 'src/cli/main.ts');
}

function newestOf(places: readonly string[]): number {
  const list = (place: string): string[] =>
    statSync(join(root, place)).isDirectory()
      ? readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(place, name),
        )
      : [place];
  return Math.max(...places.flatMap(list).map(modifiedMs));
}

function modifiedMs(file: string): number {
  return statSync(join(root, file)).mtimeMs;
}
