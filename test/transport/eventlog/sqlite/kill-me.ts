/** A process that reads the embedded log, to be killed: each message takes a moment and is a line of a file. */
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteQueue } from '../../../../src/transport/eventlog/sqlite/sqlite-queue.ts';

const [file = '', effects = ''] = process.argv.slice(2);
const queue = openSqliteQueue({ file, times: { pollMs: 10 } });
await queue.openSource('readers').consume(
  async ({ messages }) => {
    for (const { value } of messages) {
      await pause(20);
      appendFileSync(effects, `${value}\n`);
    }
  },
  { signal: new AbortController().signal },
);
