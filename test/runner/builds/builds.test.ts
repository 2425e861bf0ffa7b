import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { type BuildFacts, nameBuild } from '../../../src/runner/builds/set-up-or-restore.ts';
import type { SidesRequest } from '../../../src/runner/revisions/resolve-sides.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';
import { makeFolder, makeRepository, type TestRepository } from '../stage/make-repository.ts';
import { makeRequest, makeTest } from '../stage/make-request.ts';

describe('kept builds', () => {
  const script = `const fs = require('node:fs');
  fs.appendFileSync(process.env.COUNTER, fs.readFileSync('work.txt', 'utf8') + ' ');
  fs.writeFileSync('built.txt', process.cwd());`;

  /** Measures a test that prints the path which setup has left in the checkout. */
  async function measure(
    repository: TestRepository,
    places: { builds: string; counter: string },
    sides: SidesRequest,
  ): Promise<{ record: RunRecord; built: Record<string, string> }> {
    const request = makeRequest(
      repository,
      [makeTest('print', { command: ['cat', 'built.txt'] })],
      {
        suite: { setup: [['node', '-e', script]] },
        sides,
        buildsFolder: places.builds,
        id: sides.before.kind,
      },
    );
    const environment = { ...request.environment, COUNTER: places.counter };
    const record = await runSuite({ ...request, environment });
    const folder = join(repository.root, '.perigee/runs', record.id);
    const built = record.profiles.map(({ side, log }) => [
      side,
      readFileSync(join(folder, log ?? ''), 'utf8'),
    ]);
    return { record, built: Object.fromEntries(built) };
  }

  test('the build that the history of main kept is the base of the change that follows', async () => {
    const repository = makeRepository({ 'work.txt': 'one' });
    const folder = makeFolder();
    const places = { builds: join(folder, 'builds'), counter: join(folder, 'counter') };
    const main = repository.git('rev-parse', 'HEAD');
    const found = (commit: string) => ({ kind: 'commit', commit, label: 'x' }) as const;
    const history = await measure(repository, places, {
      before: { kind: 'none' },
      after: found(main),
    });
    expect(history.record.problems).toEqual([]);
    repository.write('work.txt', 'two');
    const head = repository.commit('change');
    const change = await measure(repository, places, { before: found(main), after: found(head) });
    expect(readFileSync(places.counter, 'utf8')).toBe('one two ');
    expect(change.built['before']).toBe(history.built['after']);
    expect(change.built['before']).toMatch(/\/kept\/00000000$/);
    expect(change.record.problems).toMatchObject([{ code: 'build-restored', side: 'before' }]);
  });
});

describe('name build', () => {
  const facts: BuildFacts = {
    commit: 'a'.repeat(40),
    directory: '/home/runner/sync/.perigee/worktrees/kept/base',
    commands: [['npm', 'ci']],
    environment: { PATH: '/usr/bin', CFLAGS: '-O2', GITHUB_RUN_ID: '1', RUNNER_NAME: 'a' },
    platform: 'linux-x64',
    cpuModel: 'EPYC',
  };

  test('two jobs with the same facts mean the same build', () => {
    const environment = { RUNNER_NAME: 'b', GITHUB_RUN_ID: '2', CFLAGS: '-O2', PATH: '/usr/bin' };
    expect(nameBuild({ ...facts, environment })).toBe(nameBuild(facts));
    expect(nameBuild(facts)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each([
    { commit: 'b'.repeat(40) },
    { directory: '/home/other/base' },
    { commands: [['npm', 'install']] },
    { commands: [['npm'], ['ci']] },
    { environment: { ...facts.environment, PATH: '/opt/node-25/bin' } },
    { environment: { ...facts.environment, CFLAGS: '-O3' } },
    { platform: 'linux-arm64' },
    { cpuModel: 'Xeon' },
  ])('%j makes it another build', (change) => {
    expect(nameBuild({ ...facts, ...change })).not.toBe(nameBuild(facts));
  });
});
