import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

export const examples = join(import.meta.dirname, '..', '..', 'examples');

/** A copy of the synchroniser in a repository of its own; disposed of with `using`. */
export function copySync(): Disposable & { root: string } {
  const root = mkdtempSync(join(tmpdir(), 'perigee-sync-'));
  cpSync(join(examples, 'sync'), root, {
    recursive: true,
    filter: (path) => !['node_modules', '.bench'].includes(basename(path)),
  });
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

/** Runs its functional tests as a user would; the output and how it ended. */
export function testSync(root: string): { status: number | null; output: string } {
  // In memory where there is some: hundreds of fsyncs on a busy disk take longer than all the rest.
  const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_'));
  const { status, stdout, stderr } = spawnSync('npm', ['test', '--silent'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...Object.fromEntries(environment), TMPDIR: temporary },
    timeout: 600_000,
  });
  return { status, output: `${stdout}${stderr}` };
}
