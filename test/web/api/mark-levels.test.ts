import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { seesAll } from '../../../src/web/api/readers/reader.ts';
import { openExplorer } from '../../../src/web/api/http/open-explorer.ts';
import { connect } from '../../../src/store/influx/connect.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import { type Row, runQueries } from '../../../src/store/influx/run-queries.ts';
import { prepareInflux } from '../../store/influx/influx-contract.ts';
import { commitOf, noonMs, writeAll } from '../../store/make-build.ts';
import { makeHistory, repository, stepAt } from './make-history.ts';

const { server, test } = prepareInflux();
const hourMs = 3_600_000;

async function look(marksLevels: true | undefined) {
  const settings = await server().createBucket(randomUUID());
  const store = openInfluxStore(settings);
  await writeAll(store, ...makeHistory(80));
  await store.close();
  const keptIn = mkdtempSync(join(tmpdir(), 'perigee-levels-'));
  const defects: unknown[] = [];
  const door = openExplorer({
    store: { kind: 'influx', settings },
    admit: async () => seesAll,
    report: (defect) => void defects.push(defect),
    keptIn,
    ...(marksLevels === undefined ? {} : { marksLevels }),
  });
  const connection = connect(settings);
  const read = async (): Promise<Row[]> => {
    const query = `SELECT * FROM perigee_change WHERE found_by = 'levels'`;
    const [groups = []] = await runQueries(connection, [query]);
    return groups.flatMap(({ rows }) => rows);
  };
  const close = (): void => {
    door.close();
    connection.close();
    rmSync(keptIn, { recursive: true, force: true });
  };
  return { door, read, close, defects };
}

test('what the levels show is marked in InfluxDB, at the build of its commit', async () => {
  const { close, defects, door, read } = await look(true);
  try {
    await door.follow();
    await expect.poll(read).not.toEqual([]);
    const rows = await read();
    const steps = rows.filter(({ commit, metric }) => {
      return commit === commitOf(stepAt) && metric === 'latency';
    });
    expect(steps.map((row) => row['annotation.size']).sort()).toEqual(['1', '2']);
    expect(steps[0]).toMatchObject({
      ...{ repository, test: 'upload', state: 'worse', time: noonMs + stepAt * hourMs },
      text: expect.stringMatching(/^upload\/whole test latency \+2\d\.\d%, (over )?9\d\.\d% sure$/),
    });
    expect(Number(steps[0]?.['change'])).toBeCloseTo(0.25, 1);
    expect(defects).toEqual([]);
  } finally {
    close();
  }
});

test('whoever only looks writes nothing', async () => {
  const { close, door, read } = await look(undefined);
  try {
    await door.follow();
    await door.follow();
    expect(await read()).toEqual([]);
  } finally {
    close();
  }
});
