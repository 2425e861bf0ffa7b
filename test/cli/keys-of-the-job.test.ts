/** What a CI gives to the job that starts Perigee, and a test could read of the processes above it. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommandLine } from '../servers/built-or-source.ts';
import { makeRepository } from './repository.ts';

const program = findCommandLine();

/** The test's own parent is the launcher, and its parent is Perigee. */
const readParents =
  'perigee=$(cut -d " " -f 4 /proc/$PPID/stat); for pid in $PPID $perigee; do tr "\\0" "\\n" < /proc/$pid/environ; done';

// Only Linux has /proc, where the keys could be read.
test.skipIf(process.platform !== 'linux')(
  'a test finds no key of the job in the environment of Perigee',
  () => {
    const repository = makeRepository();
    repository.write('read.sh', readParents);
    repository.write(
      'perigee.yml',
      'version: 1\nsuite: s\nrepeats: 1\nmaxRepeats: 1\nwarmup: 0\ntests:\n  - { name: t, command: [sh, read.sh] }\n',
    );
    repository.commit('Start');
    repository.write('more.txt', 'x');
    repository.commit('Change');
    const env = {
      ...{ PATH: process.env['PATH'], HOME: repository.root },
      ...{ ACTIONS_RUNTIME_TOKEN: 'key-of-the-job', LEVEL: 'kept' },
    };
    try {
      execFileSync(process.execPath, [program, 'run', '--before', 'HEAD~1'], {
        cwd: repository.root,
        env,
        stdio: 'ignore',
      });
    } catch {
      // One pair decides nothing, which is not the question here.
    }
    const runs = join(repository.root, '.perigee', 'runs');
    const [run = ''] = readdirSync(runs).filter((name) => !name.endsWith('.owner'));
    const text = readFileSync(join(runs, run, 'logs', '01-t', 'after-000.log'), 'utf8');
    expect(text).toContain('LEVEL=kept');
    expect(text).not.toContain('key-of-the-job');
  },
);
