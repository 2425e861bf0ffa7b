// Compares two releases of the package: makes a repository with one commit for each, in a temporary
// folder, and calls `perigee compare`. Ends with Perigee's exit code.
//
//   node examples/npm-package/compare-releases.js [BEFORE AFTER]
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const perigee = fileURLToPath(new URL('../../bin/perigee.mjs', import.meta.url));
const [before = '6.3.0', after = '6.3.1'] = process.argv.slice(2);

const repository = mkdtempSync(join(tmpdir(), 'perigee-releases-'));
const git = (...args) => execFileSync('git', args, { cwd: repository, stdio: 'pipe' });
const author = ['-c', 'user.name=Perigee', '-c', 'user.email=perigee@localhost'];

git('init', '--quiet', '--initial-branch=main');
copyFileSync(join(here, 'perigee.yml'), join(repository, 'perigee.yml'));
writeFileSync(join(repository, '.gitignore'), 'node_modules/\n.perigee/\n');
for (const version of [before, after]) {
  const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  manifest.dependencies['mqtt-packet'] = version;
  writeFileSync(join(repository, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  git('add', '--all');
  git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '-m', `mqtt-packet ${version}`);
}

console.log(`the repository, with its reports below .perigee/: ${repository}`);
spawn(process.execPath, [perigee, 'compare', 'HEAD~1', 'HEAD'], {
  cwd: repository,
  stdio: 'inherit',
}).once('exit', (code) => (process.exitCode = code ?? 3));
