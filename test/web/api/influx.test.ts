import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { addressOf, apiRoot } from '../../../src/web/api/addresses.ts';
import type { SeriesPage } from '../../../src/web/api/answers.ts';
import { readRequest } from '../../../src/web/api/http/read-request.ts';
import { createExplorer } from '../../../src/web/api/explorer.ts';
import { openInfluxReader } from '../../../src/store/influx/open-influx-reader.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import type { SeriesStore, StoreReader } from '../../../src/store/series-store.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { prepareInflux } from '../../store/influx/influx-contract.ts';
import { commitOf, writeAll } from '../../store/make-build.ts';
import { makeHistory, repository, stepAt } from './make-history.ts';

const builds = 60;

async function fill(store: SeriesStore): Promise<void> {
  await writeAll(store, ...makeHistory(builds));
  await store.close();
}

/** What every address answers. */
async function answerAll(reader: StoreReader): Promise<Record<string, unknown>> {
  const explorer = createExplorer({
    reader,
    recall: () => ({ suites: new Map(), series: new Map() }),
    keep: () => undefined,
    clockMs: () => 0,
  });
  const ask = async (address: string): Promise<unknown> => {
    const { pathname, searchParams } = new URL(address, 'http://host');
    return explorer.answer(readRequest(pathname.slice(apiRoot.length), searchParams));
  };
  await ask(addressOf.readOverview(repository));
  await explorer.settled();
  const { series } = (await ask(addressOf.listSeries(repository))) as SeriesPage;
  const addresses = [
    addressOf.listRepositories(),
    addressOf.readOverview(repository),
    addressOf.listSeries(repository),
    ...series.map(({ id }) => addressOf.readSeries(repository, id)),
    addressOf.readSeries(repository, series[0]!.id, { last: 7 }),
    addressOf.listBuilds(repository, { limit: 20 }),
    addressOf.readBuild(repository, { suite: 'sync', runId: '830' }),
    addressOf.compareCommits(repository, { before: commitOf(stepAt - 3), after: 'main' }),
    addressOf.readMachines(repository),
  ];
  const answers: Record<string, unknown> = {};
  for (const address of addresses) answers[address] = await ask(address);
  await reader.close();
  return answers;
}

const { server, test } = prepareInflux();

test('InfluxDB answers what a file with the same builds answers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-same-'));
  try {
    const file = join(folder, 'series.sqlite');
    await fill(openSqliteStore({ file }));
    const settings = await server().createBucket(randomUUID());
    await fill(openInfluxStore(settings));
    const ofInflux = await answerAll(openInfluxReader(settings));
    expect(Object.keys(ofInflux).length).toBeGreaterThan(15);
    expect(ofInflux).toEqual(await answerAll(openSqliteReader(file)));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
