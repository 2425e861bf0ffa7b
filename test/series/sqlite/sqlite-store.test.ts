import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../../src/series/sqlite/open-sqlite-store.ts';
import { testRandomHistory } from '../random-contract.ts';
import { testReading } from '../read-contract.ts';
import { testWriting, type StoreOptions } from '../store-contract.ts';

const contract = {
  test,
  async open(options: StoreOptions = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'perigee-series-'));
    const file = join(folder, 'made', 'series.sqlite');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const openOne = () => {
      const store = openSqliteStore({ file, ...options });
      onTestFinished(() => store.close());
      return store;
    };
    return { store: openOne(), again: openOne };
  },
};

testWriting(contract);
testReading(contract);
testRandomHistory(contract);
