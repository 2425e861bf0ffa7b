import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  formatCpuProfile,
  formatPprof,
  type SampledSide,
} from '../../../src/runner/explaining/profile-formats.ts';

const sampled: SampledSide = {
  ...{ title: 'upload, after', of: 'time' },
  stacks: new Map([
    ['node;put (src/a map.js:7);hash (src/a map.js:41)', { count: 300, size: 3e8 }],
    ['node;put (src/a map.js:7)', { count: 100, size: 1e8 }],
    ['node;[kernel]', { count: 50, size: 0.5e8 }],
  ]),
};

test('a .cpuprofile has each function below its caller, and its time', () => {
  const profile = JSON.parse(formatCpuProfile(sampled)) as {
    nodes: { id: number; callFrame: object; children: number[]; hitCount: number }[];
    samples: number[];
    timeDeltas: number[];
    endTime: number;
  };
  const { endTime, nodes, samples, timeDeltas } = profile;
  expect(nodes.map(({ children }) => children)).toEqual([[2, 3], [], [4, 6], [5], [], []]);
  expect(nodes[4]).toMatchObject({
    callFrame: { functionName: 'hash', url: 'src/a map.js', lineNumber: 40 },
    hitCount: 300,
  });
  expect(nodes[3]).toMatchObject({ callFrame: { functionName: 'put' }, hitCount: 100 });
  // A sample lasts until the next one.
  const lasts = samples.slice(0, -1).map((id, at) => [id, timeDeltas[at + 1]]);
  expect(lasts).toEqual([
    [5, 300_000],
    [4, 100_000],
    [6, 50_000],
  ]);
  expect([samples.length, timeDeltas[0], endTime]).toEqual([timeDeltas.length, 0, 450_000]);
  expect(nodes.find(({ id }) => id === samples.at(-1))).toMatchObject({
    callFrame: { functionName: '(idle)' },
  });
});

const hasGo = spawnSync('go', ['version']).status === 0;

test.runIf(hasGo)('pprof of Go reads the functions, their lines and callers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-pprof-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'p.pb.gz'), formatPprof(sampled));
  const options = ['tool', 'pprof', '-top', '-lines', '-unit=ms', 'p.pb.gz'];
  const { stdout } = spawnSync('go', options, { cwd: folder, encoding: 'utf8' });
  expect(stdout).toContain('Showing nodes accounting for 450ms, 100% of 450ms total');
  expect(stdout).toMatch(/300ms 66\.67% .* 300ms 66\.67% +hash src\/a map\.js:41\n/);
  expect(stdout).toMatch(/100ms 22\.22% .* 400ms 88\.89% +put src\/a map\.js:7\n/);
});
