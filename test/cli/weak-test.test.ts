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
  - { name: starts, command: [node, -e, '0'] }
  - { name: sleeps, command: [sleep, '0.3'] }
  - { name: compiles, command: [sh, -c, "cp /bin/sh cc1; ./cc1 -c '${loop}'"] }
`,
  );
  repository.write('notes.txt', '');
  repository.commit('Begin');
  repository.write('notes.txt', 'changed');
  const { stdout, stderr } = await repository.perigee('patch', '--affected', 'all');
  expect(stderr).not.toContain('to do');
  const lines = stdout.replaceAll(/\s+/g, ' ');
  expect(lines).toMatch(/mostly-starting.*The start of its program alone takes \d+ ms of \d+ ms/);
  expect(lines).toMatch(/does-nothing.*It used [\d.]+ ms of CPU time in \d+ ms/);
  expect(lines).toMatch(/mostly-compiling.*Compiling \(cc1\) used \d+% of its CPU time/);
});
