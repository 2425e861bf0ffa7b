import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareVersions, makeVersions, type Versions, views } from '../stage/compare-versions.ts';

const sh = (script: string): string[] => ['sh', '-c', script];

/** The user has built it, and has a file that no side has, one that git does not know, and edits. */
function plant(): Versions {
  const versions = makeVersions({ 'a.txt': 'VERSION\n', '.gitignore': 'dist\nlocal\n.perigee\n' });
  versions.write('new/tracked', '');
  versions.commit('a file that no side has');
  versions.write('untracked', '');
  versions.write('a.txt', 'edited\n');
  versions.write('dist/built', 'built\n');
  versions.write('local/built', 'built\n');
  versions.write('local/code.js', 'built\n');
  versions.write('local/deep/built', 'built\n');
  return versions;
}

/** All files of the user and what they hold, but those of git and of Perigee. */
function listContents({ root }: Versions): [string, string][] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^(\.git|\.perigee)(\/|$)/.test(path) && statSync(join(root, path)).isFile())
    .map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')])
    .sort();
}

describe.runIf(views !== undefined)('in the place of the checkout', () => {
  test('a side sees its own files and what git ignores, and nothing else of the user', async () => {
    const { said } = await compareVersions(plant(), {
      command: sh('ls -A; cat a.txt'),
      inView: true,
    });
    const seen = (side: string): string[] => ['.git', '.gitignore', 'a.txt', 'local', side];
    expect(said.before[0]?.split('\n')).toEqual(seen('before'));
    expect(said.after[0]?.split('\n')).toEqual(seen('after'));
  });

  test('the output of a build that only the user has made is shown to no side', async () => {
    const { record } = await compareVersions(plant(), {
      command: ['cat', 'dist/built'],
      inView: true,
    });
    const problem = record.problems.find(({ code }) => code === 'build-not-there');
    expect(problem?.message).toMatch(/^dist in your checkout is the output of a build/);
    expect(record.profiles.map(({ outcome }) => outcome.status)).toEqual(['failed', 'failed']);
  });

  test('nothing of the user is written to, whatever setup and tests do', async () => {
    const versions = plant();
    const found = listContents(versions);
    const spoil = (name: string): string[] =>
      sh(
        `cd "$ROOT" && echo ${name} | tee -a a.txt local/built local/${name} ${name} && rm -r local/deep; cat a.txt`,
      );
    const { record } = await compareVersions(versions, {
      environment: { ROOT: versions.root },
      setup: [spoil('setup')],
      command: spoil('test'),
      inView: true,
    });
    expect(record.profiles.map(({ outcome }) => outcome.status)).toEqual(['passed', 'passed']);
    expect(listContents(versions)).toEqual([...found, ['perigee.yml', 'version: 1\n']].sort());
  });
});
