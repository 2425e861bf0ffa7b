/** Writes builds into a file from a process of its own: `node write-in-process.ts file first count`. */
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { makeBuild, writeAll } from '../make-build.ts';

const [file = '', first = '0', count = '0'] = process.argv.slice(2);
const store = openSqliteStore({ file });
for (let number = Number(first); number < Number(first) + Number(count); number += 1) {
  await writeAll(store, makeBuild(number));
  process.stdout.write(`${number}\n`);
}
await store.close();
