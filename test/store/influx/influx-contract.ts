import { randomUUID } from 'node:crypto';
import { beforeAll, test } from 'vitest';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import { isNightly } from '../../nightly.ts';
import { missingForInflux } from '../../servers/influx/influx-programs.ts';
import { type InfluxServer, shareInflux } from '../../servers/influx/start-influx.ts';
import type { StoreContract, StoreOptions } from '../store-contract.ts';

/** The first time, the server has to be built. */
const startMs = 40 * 60_000;

export interface InfluxContract extends StoreContract {
  atNight: StoreContract['test'];
  /** To be asked within a test. */
  server: () => InfluxServer;
}

/** One server for all files of a worker, and a bucket of its own for each test. */
export function prepareInflux(): InfluxContract {
  const missing = missingForInflux();
  // On a build server they fail instead: nobody reads there that something was skipped.
  const isSkipped = missing !== undefined && process.env['CI'] === undefined;
  if (isSkipped) console.log(`tests of the series store are skipped: ${missing}`);
  let server: InfluxServer;
  beforeAll(async () => {
    if (!isSkipped) server = await shareInflux();
  }, startMs);
  return {
    test: test.skipIf(isSkipped),
    atNight: test.skipIf(isSkipped || !isNightly),
    server: () => server,
    async open(options: StoreOptions = {}) {
      const settings = await server.createBucket(randomUUID());
      const openOne = () => openInfluxStore({ ...settings, ...options });
      return { store: openOne(), again: openOne };
    },
  };
}
