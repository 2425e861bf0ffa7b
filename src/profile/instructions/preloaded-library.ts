import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evenAllocator } from './even-allocator.ts';
import { fixedRandom } from './fixed-random.ts';

/** Is loaded before the program and makes its counts repeat. */
let compiled: { library: Buffer | undefined } | undefined;

/** @returns undefined where there is no C compiler, or what it makes cannot be loaded */
function compile(): Buffer | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-steady-'));
  try {
    const path = join(folder, 'steady.so');
    const options = ['-shared', '-fPIC', '-O1', '-pthread', '-x', 'c', '-o', path, '-'];
    // Otherwise a compiler may turn what calloc does into a call of calloc.
    const own = ['-fno-builtin', '-D_GNU_SOURCE'];
    const input = `${fixedRandom}${evenAllocator}`;
    const { status } = spawnSync('cc', [...own, ...options], { input, timeout: 20_000 });
    if (status !== 0 || !isLoadable(path)) return undefined;
    const env = { LD_PRELOAD: path };
    const tried = spawnSync('/bin/true', { env, encoding: 'utf8', timeout: 10_000 });
    return tried.status === 0 && tried.stderr === '' ? readFileSync(path) : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** White space and colons stand between libraries. */
const isLoadable = (path: string): boolean => !/[\s:]/.test(path);

/** Whether programs can have the library here; compiled when it is first asked. */
export function canPreload(): boolean {
  return (compiled ??= { library: compile() }).library !== undefined;
}

/**
 * The variables of a test that has the library. It has a folder for temporary files of its own: two tests with the same
 * random bytes would choose the same names for theirs.
 * @param own the variables of the test until now
 * @param folder outlives the test, as does what is written below it
 * @param temporary an empty folder of the test alone
 */
export function preload(
  { LD_PRELOAD: theirs }: Readonly<Record<string, string>>,
  { folder, temporary }: { folder: string; temporary: string },
): Record<string, string> {
  const library = join(folder, 'steady.so');
  if (!canPreload() || !isLoadable(library)) return {};
  writeFileSync(library, compiled?.library ?? '');
  return {
    LD_PRELOAD: [library, theirs].filter(Boolean).join(':'),
    PERIGEE_PROCESSES: join(folder, 'processes'),
    TMPDIR: temporary,
  };
}
