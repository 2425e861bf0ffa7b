import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @returns what it printed @throws Error with all of it when it ends with another status */
export function call(directory: string, command: readonly string[], expected = [0]): string {
  const [program = '', ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (error !== undefined) throw error;
  if (expected.includes(status ?? -1)) return stdout;
  throw new Error(`${command.join(' ')} ended with ${status}\n${stdout}${stderr}`);
}

export interface PublishedPackage {
  registry: 'go' | 'npm' | 'pypi' | 'crate';
  name: string;
  version: string;
}

/** Puts the sources of the package into the folder, by the registry's own client. @param aside an empty folder */
export function fetchPackage(
  { registry, name, version }: PublishedPackage,
  folder: string,
  aside: string,
): void {
  if (registry === 'crate') {
    mkdirSync(join(aside, 'src'));
    writeFileSync(join(aside, 'src/lib.rs'), '');
    const own = '[package]\nname = "aside"\nversion = "0.0.0"\nedition = "2021"\n';
    writeFileSync(join(aside, 'Cargo.toml'), `${own}[dependencies]\n${name} = "=${version}"\n`);
    call(aside, ['cargo', 'vendor', '--quiet']);
    cpSync(join(aside, 'vendor', name), folder, { recursive: true });
    return;
  }
  if (registry === 'go') {
    const { Dir } = JSON.parse(
      call(aside, ['go', 'mod', 'download', '-json', `${name}@${version}`]),
    ) as { Dir: string };
    cpSync(Dir, folder, { recursive: true });
    // The cache of modules is read-only.
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    }
    return;
  }
  if (registry === 'npm') call(aside, ['npm', 'pack', '--silent', `${name}@${version}`]);
  else {
    const options = ['--no-deps', '--no-binary', ':all:', '--quiet'];
    call(aside, ['pip', 'download', ...options, `${name}==${version}`]);
  }
  const [archive = ''] = readdirSync(aside);
  call(folder, ['tar', 'xzf', join(aside, archive), '--strip-components=1']);
}
