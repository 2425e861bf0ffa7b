import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Execute } from '../../../src/contract/execution.ts';
import { takeManifest } from '../../../src/runner/inputs/manifest.ts';
import { compare, observe } from './observe-change.ts';
import { executeLocally } from '../stage/execute-locally.ts';
import { makeFolder } from '../../make-folder.ts';

describe('manifest', () => {
  test('a checkout that is too large, or holds a name that is no text, is not compared', () => {
    const folder = makeFolder();
    for (const name of ['a', 'b']) writeFileSync(join(folder, name), '');
    expect(takeManifest(folder).fault).toBeUndefined();
    expect(takeManifest(folder, { most: 2 }).fault).toBe('it holds more than 2 files');
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff])]), '');
    expect(takeManifest(folder).fault).toMatch(/^the name of .* is no UTF-8$/);
  });

  test('a file system in which a file has more names than are listed is not compared', () => {
    const folder = makeFolder({ '.git': '' });
    expect(takeManifest(folder).fault).toBeUndefined();
    linkSync(join(folder, '.git'), join(folder, '.GIT'));
    expect(takeManifest(folder).fault).toBe('its file system takes A for a in names');
  });
});

describe('several builds', () => {
  /** What the test reads depends on the change in the second build alone. */
  const plant = {
    files: { work: '1' },
    setup: [
      ['sh', '-c', 'if [ "$PERIGEE_BUILD" = 1 ]; then cat work > made; else echo > made; fi'],
    ],
    command: ['cat', 'made'],
    change: { work: '2' },
    builds: 2,
  };

  test('a test whose inputs differ in the second build of a side is measured', async () => {
    expect(await observe(plant)).toMatchObject({
      state: 'changed',
      why: expect.stringContaining('made') as string,
    });
  });

  test('a test that reads what the change alters is observed once, and the other side runs as often', async () => {
    let runs = 0;
    const execute: Execute = (execution) => {
      runs += 1;
      return executeLocally(execution);
    };
    const { profiles } = await compare({ ...plant, command: ['cat', 'work'], execute });
    expect(runs - profiles.length).toBe(2);
  });

  test('a test whose inputs are the same in each build is left out', async () => {
    const setup = [['sh', '-c', 'echo > made']];
    expect(await observe({ ...plant, setup })).toMatchObject({ state: 'same' });
  });
});
