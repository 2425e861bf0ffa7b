import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Refusal } from '../../../src/transport/artifacts/collect-records.ts';

interface Told {
  used: number;
  keys: string[];
  refusals: Refusal[];
}

/** In a process with the heap that docs/service.md gives the service. */
async function collect(kind: string): Promise<Told> {
  const program = 'test/transport/artifacts/collect-hostile.ts';
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=256',
    '--max-semi-space-size=16',
    program,
    kind,
  ]);
  return JSON.parse(stdout) as Told;
}

test('a dozen records with a bomb in a field that nobody knows take no memory', async () => {
  const { used, keys, refusals } = await collect('unknown');
  expect(refusals).toEqual([]);
  expect(used).toBe(12);
  expect(keys).not.toContain('x');
});

test('of a dozen records that are too large together some are refused by name', async () => {
  const { used, refusals } = await collect('known');
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThan(6);
  expect(used + refusals.length).toBe(12);
  for (const { artifact, code, message } of refusals) {
    expect(code).toBe('artifact-too-large');
    expect(message).toContain(`${artifact}: the records of this build take more than`);
  }
});
