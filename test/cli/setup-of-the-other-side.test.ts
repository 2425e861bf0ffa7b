/** A setup that brings the other side's code would have a change compared with itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => {
  repository.remove();
});

/** Limits are loose, so that no noise decides anything. */
const draft = (setup: string): string => `version: 1
suite: one
setup: ${setup}
repeats: 4
maxRepeats: 4
warmup: 0
tests:
  - { name: work, command: [sh, work.sh] }
thresholds:
  rules:
    - { match: { metric: '*' }, worse: 4000%, action: warn }
    - { match: { metric: latency }, worse: { relative: 4000%, absolute: 60s } }
`;

/** A change of `work.sh` and a file beside it, both measured with this setup. */
async function runWith(setup: string) {
  repository.write('work.sh', 'true\n');
  repository.write('notes.txt', 'old\n');
  repository.write('perigee.yml', draft(setup));
  repository.commit('Start');
  repository.git('tag', 'start');
  repository.write('work.sh', 'true # slower\n');
  repository.write('fresh.txt', 'new\n');
  repository.commit('Change');
  const { exitCode, stderr, stdout } = await repository.perigee(
    'run',
    '--before',
    'start',
    '--verbose',
  );
  return { exitCode, stderr, stdout: stdout.replace(/\s+/g, ' ') };
}

const hidden = 'git update-index --assume-unchanged work.sh';

atNight.each([
  ['checks the base out', '[[git, checkout, --quiet, start]]'],
  ['resets to it', '[[git, reset, --hard, --quiet, start]]'],
  ['takes its files', `[[sh, -c, 'git show start:work.sh > work.sh; rm -f fresh.txt; ${hidden}']]`],
])('a setup that %s measures nothing', async (_, setup) => {
  const { exitCode, stderr } = await runWith(setup);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('after setup the after side (HEAD) holds the code of the before side');
});

atNight('one that takes a part of it is named, and is not green', async () => {
  const { exitCode, stdout } = await runWith('[[git, checkout, --quiet, start, --, work.sh]]');
  expect(exitCode).toBe(3);
  expect(stdout).toContain('setup put files of the other side in the place of "work.sh"');
});

test('one that changes a tracked file is named on both sides, and changes no verdict', async () => {
  const { exitCode, stdout } = await runWith("[[sh, -c, 'echo locked >> notes.txt; touch built']]");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/setup changed files of the commit: "notes\.txt" \(on both sides\)/);
  expect(stdout).not.toContain('built');
});

atNight('one that leaves all as it was is not mentioned', async () => {
  const { exitCode, stdout } = await runWith("[[sh, -c, 'touch work.sh built; chmod +w *']]");
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('setup ');
});
