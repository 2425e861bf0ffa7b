import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../../src/series/sqlite/open-sqlite-store.ts';
import type { BuildPoints } from '../../../src/series/series-point.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { makeBuild, makePoint, makeStoredBuild, writeAll } from '../../series/make-build.ts';
import { runStore } from './run-store.ts';

let folder: string;
const file = 'series.sqlite';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-machine-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function fill(builds: BuildPoints[]): Promise<void> {
  const store = openSqliteStore({ file: join(folder, file) });
  await writeAll(store, ...builds);
  await store.close();
}

const names = ['cpu.integer', 'cpu.float', 'loopback.latency', 'process.start'];

/** The kernel is another one from build 40 to build 57, and all canaries take 30% more. */
function patchDay(): BuildPoints[] {
  const random = createRandom(3);
  return Array.from({ length: 80 }, (_, number) => {
    const isPatched = number >= 40 && number < 58;
    const level = isPatched ? 1.3e6 : 1e6;
    const values = Object.fromEntries(
      names.map((name) => [name, level * Math.exp(0.02 * drawNormal(random))]),
    );
    const machine = { cpu: 'Example CPU', cores: 4 };
    const meaning = { unit: 'ns', direction: 'lower', kind: 'duration' } as const;
    const build = makeStoredBuild(number, {
      machines: [{ ...machine, kernel: isPatched ? '6.1.2' : '6.1.1' }],
      metrics: names.map((name) => ({ name, ...meaning })),
    });
    const point = makePoint({ test: '(machine)', span: 'canaries', annotations: machine, values });
    return { build, points: [point] };
  });
}

test('machine names the builds at which the machines changed, and what else did', async () => {
  await fill(patchDay());
  const { status, stderr, stdout } = await runStore(folder, ['machine', '--file', file]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const text = stdout.replace(/\s+/g, ' ');
  expect(text).toContain('cpu=Example CPU');
  expect(text).toMatch(/the machine changed with build 840 \(\d{4}-.* UTC\): [a-z ]+(CPU)? \+\d/i);
  expect(text).toContain('kernel 6.1.1, then 6.1.2; as before again from build 858');
  expect(text.match(/the machine changed/g)).toHaveLength(1);
  const json = await runStore(folder, ['machine', '--file', file, '--format', 'json']);
  const [shown] = JSON.parse(json.stdout) as { builds: unknown[]; alarms: unknown[] }[];
  expect(shown?.builds).toHaveLength(80);
  expect(shown?.alarms).toHaveLength(1);
});

test('of few builds it says that they are too few', async () => {
  await fill(patchDay().slice(0, 5));
  const { stdout } = await runStore(folder, ['machine', '--file', file]);
  expect(stdout).toContain('5 builds are too few to say whether this kind of machine changed');
});

test('a store without canaries says so', async () => {
  await fill([makeBuild(1)]);
  const { status, stderr } = await runStore(folder, ['machine', '--file', file]);
  expect(status).toBe(2);
  expect(stderr).toContain('has no canaries of acme/sync');
});
