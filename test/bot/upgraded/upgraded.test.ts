import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../runner/stage/make-repository.ts';
import { readMessage } from '../../../bot/src/deliveries/message.ts';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { openDirectoryStore } from '../../../src/transport/artifacts/directory.ts';
import { openSqliteQueue } from '../../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { makeQuery } from '../../store/make-build.ts';
import { consumeUntil } from '../../transport/eventlog/consume-until.ts';
import { makeRunKey, noonMs, repository } from '../ledger/open-test-ledger.ts';

/** What a service is asked about what lies in its folder, and about the artifact of a job. */
async function readAll(folder: string): Promise<unknown> {
  return {
    ledger: readLedger(join(folder, 'bot.sqlite')),
    store: await readStore(join(folder, 'series.sqlite')),
    topic: await readTopic(join(folder, 'deliveries.sqlite')),
    artifacts: await collectRecords({
      store: openDirectoryStore(join(folder, 'artifacts')),
      suite: 'sync',
      build: { repository: 'acme/sync', runId: '812' },
    }),
  };
}

function readLedger(file: string): unknown {
  const ledger = openLedger(file);
  const { id } = repository;
  const [run, commit] = [makeRunKey(), 'c'.repeat(40)];
  const answers = {
    accepts: ledger.listAccepts(id, noonMs, { all: true }),
    runs: ledger.listRuns(id, commit),
    verdicts: ledger.readVerdicts(run),
    confirmation: ledger.readConfirmation(run),
    statistics: ledger.readStatistics(id, 0),
    gate: ledger.listGateEntries(id, 0),
    blindSpots: ledger.readBlindSpots(run, commit),
    due: ledger.listDue(noonMs),
    unfinished: ledger.listUnfinished(),
    wasToldBefore: !ledger.tellOnce(id, 'hint', 'elsewhere'),
  };
  ledger.close();
  return answers;
}

async function readStore(file: string): Promise<unknown> {
  const store = openSqliteStore({ file });
  const answers = {
    spans: await store.listSpans('acme/sync'),
    last: await store.readLast(makeQuery(), 10),
    build: await store.readBuild({ repository: 'acme/sync', suite: 'sync', runId: '802' }),
  };
  await store.close();
  return answers;
}

/** What is left of it: a message was done. */
async function readTopic(file: string): Promise<unknown> {
  const queue = openSqliteQueue({ file });
  const waiting = await consumeUntil(queue.openSource('perigee-bot'), 3);
  const letters = await queue.deadLetters.list();
  await queue.close();
  return [...waiting, ...letters.map(({ message }) => message)].map(({ key, value, position }) => {
    return { key, told: readMessage(value, position, 12) };
  });
}

/**
 * What a service before octokit (6475bc67) left in its folder, artifacts of the action of that time, and what
 * `readAll` answered there.
 */
const recorded = join(import.meta.dirname, 'recorded.tar.gz');

interface Answers {
  ledger: Record<string, unknown>;
}

test('a service that is upgraded in place answers as before from its ledger, store, log and artifacts', async () => {
  const folder = makeFolder();
  execFileSync('tar', ['-xzf', recorded, '-C', folder]);
  const before = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as Answers;
  // What later versions do not ask any more.
  delete before.ledger['red'];
  delete before.ledger['reverted'];
  // JSON has no fields that are undefined.
  expect(JSON.parse(JSON.stringify(await readAll(folder)))).toEqual(before);
});
