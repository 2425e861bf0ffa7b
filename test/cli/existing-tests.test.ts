/** A project with tests and no benchmark: one line in perigee.yml, and each of its tests has numbers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { atNight as test } from '../nightly.ts';
import type { RunRecord } from '../../src/contract/documents.ts';
import { fetchNodeRunner } from '../servers/test-runners.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => {
  repository.remove();
});

test('runner: mocha measures each test of the project on both sides', async () => {
  repository.write('test/sync.test.js', "it('uploads', () => undefined);\n");
  repository.write(
    'perigee.yml',
    `version: 1
suite: sync
setup: [[ln, -s, ${fetchNodeRunner('mocha', '11')}, node_modules]]
repeats: 1
maxRepeats: 1
warmup: 0
tests:
  - { name: end to end, runner: mocha, pattern: test/** }
`,
  );
  repository.commit('one');
  repository.write('notes.txt', 'changed');
  repository.commit('two');
  const { stderr } = await repository.perigee('compare', 'HEAD~1', 'HEAD');
  const runs = join(repository.root, '.perigee/runs');
  const [run = ''] = readdirSync(runs);
  const record = JSON.parse(readFileSync(join(runs, run, 'run-record.json'), 'utf8')) as RunRecord;
  expect(
    record.profiles.map(({ outcome, spans }) => [outcome.status, spans.map(({ span }) => span)]),
    stderr,
  ).toEqual([
    ['passed', ['test/sync.test.js > uploads', 'whole test']],
    ['passed', ['test/sync.test.js > uploads', 'whole test']],
  ]);
});
