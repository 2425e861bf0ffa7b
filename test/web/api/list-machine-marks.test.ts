import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawHistory } from '../../../grafana/demo/draw-history.ts';
import { listMachineMarks } from '../../../src/web/api/history/list-machine-marks.ts';
import { readCatalogue } from '../../../src/web/api/repository/catalogue.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { writeAll } from '../../store/make-build.ts';

const endMs = Date.UTC(2026, 9, 20);
const sixHoursMs = 6 * 3_600_000;
const pushes = 200;

test('slower machines are one mark for each kind, and another when they are as before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-machine-marks-'));
  const file = join(folder, 'series.sqlite');
  const store = openSqliteStore({ file });
  const reader = openSqliteReader(file);
  try {
    const builds = drawHistory({ seed: 5, pushes, endMs });
    await writeAll(store, ...builds.filter(({ build }) => build.suite === 'sync'));
    const catalogue = await readCatalogue(reader, 'acme/shop');
    const marks = await listMachineMarks(reader, catalogue!);
    const near = marks.map(({ atMs, isWorse, series, text }) => ({
      ...{ platform: series.platform, isWorse, text: text?.replace(/:.*/s, '') },
      push: Math.round((pushes - 1 - (endMs - atMs) / sixHoursMs) / 4) * 4,
    }));
    const changed = { isWorse: true, text: 'the machine changed', push: 160 };
    const over = { isWorse: false, text: 'the machine is as before', push: 172 };
    expect(near).toEqual(
      ['linux-arm64', 'linux-x64'].flatMap((platform) => [
        { platform, ...changed },
        { platform, ...over },
      ]),
    );
    expect(marks[0]?.text).toMatch(
      /^the machine changed: [a-zA-Z ,+\-%\d.]*integer CPU \+\d\d\.\d%/,
    );
    expect(marks[0]?.commit).toMatch(/^c0ffee/);
  } finally {
    await reader.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
