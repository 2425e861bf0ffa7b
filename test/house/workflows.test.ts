/** The workflows of this repository: readable by act, with no more rights than they need. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listTrackedFiles, readTracked, root } from '../../scripts/checks/tracked-files.ts';
import { longTests, putLongFirst } from '../../scripts/testing/long-first.ts';
import { pinAction } from '../../src/init/pinned-actions.ts';
import { reasons } from '../nightly.ts';
import { fetchAct, missingForAct } from '../servers/act.ts';

describe('workflows', () => {
  const folder = join(root, '.github/workflows');
  const files = readdirSync(folder);
  const scratch = mkdtempSync(join(tmpdir(), 'perigee-workflows-'));
  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
  });
  /** By commit: a tag can be moved to other code. */
  const ours =
    /^actions\/(?:checkout|setup-node|setup-python|upload-artifact|download-artifact)@[0-9a-f]{40}$/;

  interface Workflow {
    permissions: Record<string, string>;
    jobs: Record<string, { 'timeout-minutes'?: number; steps: { uses?: string; run?: string }[] }>;
  }

  describe.each(files)('%s', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const workflow = parse(text) as Workflow;
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

    test('may read by default, and ends by itself', () => {
      expect(workflow.permissions).toEqual({ contents: 'read' });
      // Planting faults repeats the tests of each room, on purpose and at night.
      const longest = file === 'nightly.yml' ? 180 : 90;
      for (const job of Object.values(workflow.jobs))
        expect(job['timeout-minutes']).toBeLessThan(longest);
    });

    test('calls GitHub’s own actions and this one alone', () => {
      const foreign = steps.flatMap(({ uses = './action' }) =>
        uses === './action' || ours.test(uses) ? [] : [uses],
      );
      expect(foreign).toEqual([]);
    });

    test('names the same releases as `perigee init` does', () => {
      const pinned = [...text.matchAll(/uses: (actions\/[a-z-]+)(\S+ # \S+)/g)];
      expect(pinned.length).toBeGreaterThan(0);
      for (const [, name, rest] of pinned) {
        expect(`${name}${rest}`).toBe(pinAction(name as Parameters<typeof pinAction>[0]));
      }
    });

    test('puts nothing that a stranger may write into a script', () => {
      const scripts = steps.map(({ run = '' }) => run).join('\n');
      expect(scripts).not.toMatch(/\$\{\{\s*github\.(event|head_ref|ref_name)/);
    });
  });

  const events = [
    ['ci.yml', 'pull_request', ['Tests', 'Package on Node', 'macOS', 'Windows']],
    ['perigee.yml', 'pull_request', ['Perigee']],
    ['perigee.yml', 'push', ['History']],
    ['nightly.yml', 'schedule', ['Random faults', 'All tests']],
    ['release.yml', 'push', ['Check', 'Publish']],
  ] as const;

  // It only plans: on this machine act runs the steps of a job even in its dry run, and one of them publishes.
  test.skipIf(missingForAct() !== undefined).each(events)(
    'act reads %s and plans its jobs on %s',
    (file, event, names) => {
      const { status, stdout, stderr } = spawnSync(
        fetchAct(),
        [event, '--list', '--directory', root, '--workflows', join(folder, file)],
        { cwd: root, encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', HOME: scratch } },
      );
      expect(status, stderr).toBe(0);
      for (const name of names) expect(stdout).toContain(name);
    },
  );
});

/** Which tests start first, and which wait for the night. */
test('the longest tests start first, in their order, and all others keep theirs', () => {
  const [first = '', second = ''] = longTests;
  const files = ['test/b.test.ts', second, 'test/a.test.ts', first];
  expect(putLongFirst(files, (file) => file)).toEqual([
    ...[first, second],
    ...['test/b.test.ts', 'test/a.test.ts'],
  ]);
});

test.each(longTests)('%s, which starts early, is a test', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

test('each file whose tests wait for the night says why in test/nightly.ts, and no other', () => {
  const waits =
    /\b(atNight|isNightly|kafkaTestAtNight|prepareRealServers)\b[^;]*(from '|= prepareInflux)|\(check, checkAtNight\)/;
  const files = listTrackedFiles()
    .filter((file) => /^test\/.*\.test\.ts$/.test(file))
    .filter((file) => waits.test(readTracked(file)))
    .map((file) => file.replace('test/', ''));
  expect(Object.keys(reasons).sort()).toEqual(files.sort());
});
