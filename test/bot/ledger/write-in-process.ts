/**
 * Adds accepts, one after the other, and writes the id of each once it is stored. Started by a test.
 * `node write-in-process.ts FILE FIRST COUNT`: with the keys FIRST … FIRST + COUNT - 1.
 */
import { writeSync } from 'node:fs';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';

const [file = '', first = '0', count = '0'] = process.argv.slice(2);
const ledger = openLedger(file);
for (let key = Number(first); key < Number(first) + Number(count); key += 1) {
  const { id } = ledger.addAccept(
    { repositoryId: 42, commit: 'c', series: [], by: 'ada', because: `reason ${key}`, atMs: key },
    `key-${key}`,
  );
  ledger.noteOutcome(
    { repositoryId: 42, suite: 'sync', runId: String(key) },
    `commit ${key}`,
    { red: true, cleared: [], confirmed: ['a'] },
    key,
  );
  writeSync(1, `${key} ${id}\n`);
}
ledger.close();
