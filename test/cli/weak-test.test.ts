/** A suite whose tests hardly measure the code: each run says so, with what to do. */
import { afterEach, beforeEach, expect } from 'vitest';
import { atNight as test } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

const loop = 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => {
  repository.remove();
});

test('starting, sleeping and compiling are told of in every report, and no verdict changes by it', async () => {
  repository.write(
    'perigee.yml',
    `version: 1
suite: weak
repeats: 1
maxRepeats: 1
warmup: 0
tests:
  - { name: starts, command: [node, start.mjs] }
  - { name: sleeps, command: [sh, sleep.sh] }
  - { name: compiles, command: [sh, compile.sh] }
`,
  );
  repository.write('start.mjs', '');
  repository.write('sleep.sh', 'sleep 0.3\n');
  repository.write('compile.sh', `cp /bin/sh cc1; ./cc1 -c '${loop}'\n`);
  repository.commit('Begin');
  repository.write('start.mjs', '// Changed.\n');
  const { stdout, stderr } = await repository.perigee('patch', '--affected', 'all', '--verbose');
  expect(stderr).not.toContain('to do');
  const lines = stdout.replaceAll(/\s+/g, ' ');
  expect(lines).toMatch(/starts: The start of its program alone takes [\d,.]+ m?s of [\d,.]+ m?s/);
  expect(lines).toMatch(/sleeps: It used [\d,.]+ m?s of CPU time in [\d,.]+ m?s/);
  expect(lines).toMatch(/compiles: Compiling \(cc1\) used \d+% of its CPU time/);
});
