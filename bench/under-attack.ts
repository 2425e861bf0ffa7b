/**
 * `perigee serve` with the bot, on its embedded defaults and the heap of deploy/, while strangers do all that
 * docs/threat-model.md promises to withstand, at once; and honest pull requests keep coming.
 *
 *   npx node bench/under-attack.ts [--minutes 10] [--only PATTERN]      after `npm run build`
 *
 * `--only` chooses among the attacks by pull requests; `sockets` and `pages` are others. Ends with 1 where an
 * honest delivery waits more than a second or is not processed, the service dies, or takes more than 512 MB.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { reportsOf } from '../test/bot/attacks/act-on-github.ts';
import { openCompany, quantile } from './bot/open-company.ts';
import { readPeakMegabytes, readTreeMegabytes, tell } from './ingest/backends.ts';
import { type Flight, followUp, type Tell, workHonestly } from './under-attack/honest.ts';
import type { Holding } from './under-attack/hold-sockets.ts';
import type { Noticed } from './under-attack/probe.ts';
import { attackByPullRequests } from './under-attack/strangers.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, only: { type: 'string', default: '' } },
});
const only = new RegExp(values.only);
const durationMs = Number(values.minutes) * 60_000;
const [honestRepositories, hostileRepositories] = [6, 2];
const honestEveryMs = 3_000;
const hostileEveryMs = 1_500;
const restMs = 120_000;
/** Niceness. */
const first = -15;
const bounds = { answerMs: 1_000, megabytes: 512 };

const startChild = (name: string) =>
  fork(fileURLToPath(new URL(`under-attack/${name}.ts`, import.meta.url)));

const company = await openCompany(honestRepositories + hostileRepositories);
const { github, places } = company;
const { state } = github;
const secret = state.webhook?.secret ?? '';
const honest = places.slice(0, honestRepositories);
const flights: Flight[] = [];
const over = new AbortController();
const probe = startChild('probe');
const sockets = startChild('hold-sockets');
let deaths = 0;
let megabytes = 0;
let megabytesOfAll = 0;

const tellHonestly: Tell = ({ repository }, { event, payload }) => {
  const installation = state.installations.find(({ account }) => account === repository.owner);
  probe.send({ event, guid: randomUUID(), payload: { ...payload, installation } });
};

function isAlive(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) && !readFileSync(file, 'utf8').includes(') Z');
}

function noteMemory({ pid }: { pid: number }): void {
  try {
    megabytes = Math.max(megabytes, readPeakMegabytes({ pid }));
    megabytesOfAll = Math.max(megabytesOfAll, readTreeMegabytes(pid));
  } catch (error) {
    // One of them has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Starts it again as a supervisor does, and counts; until all that was told is worked off. */
async function watchOver(): Promise<void> {
  let endMs = Infinity;
  while (performance.now() < endMs) {
    if (isAlive(company.service.pid)) noteMemory(company.service);
    else {
      deaths += 1;
      await company.restart().catch(() => undefined);
      prioritise(company.service.pid, first);
    }
    const left = await followUp(flights, tellHonestly);
    if (over.signal.aborted) endMs = left === 0 ? 0 : Math.min(endMs, performance.now() + restMs);
    await pause(200);
  }
}

/** Those that the service has made so far, as everybody finds them who may see a pull request. */
function listPages(): string[] {
  return flights.flatMap(({ place, pull }) =>
    reportsOf(place, pull.number).flatMap((body) => /\/reports\/[^)\s]+/.exec(body)?.[0] ?? []),
  );
}

async function holdSockets(): Promise<void> {
  while (!over.signal.aborted) {
    const holding: Holding = {
      url: company.service.url,
      pages: only.test('pages') ? listPages().slice(-20) : [],
    };
    if (only.test('sockets')) sockets.send(holding);
    await pause(1_000);
  }
}

/**
 * What is measured is the service, and not what else the machine does, nor how fast the attackers compute. Threads
 * that are made later have the priority of the one that makes them.
 */
function prioritise(pid: number | undefined, priority: number): boolean {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), priority);
    return true;
  } catch {
    return false;
  }
}

try {
  const isFirst = prioritise(company.service.pid, first) && prioritise(probe.pid, first);
  if (!isFirst) console.log('without the right to go first: what else runs here is measured too');
  prioritise(process.pid, first / 2);
  prioritise(sockets.pid, -first);
  probe.send({ url: company.service.url, secret });
  const watching = watchOver();
  const holding = holdSockets();
  const working = workHonestly(
    { places: honest, everyMs: honestEveryMs, tell: tellHonestly },
    flights,
    over.signal,
  );
  const hostile = {
    places: places.slice(honestRepositories),
    honest: honest[0] ?? places[0]!,
    everyMs: hostileEveryMs,
    only,
  };
  const attacking = attackByPullRequests(hostile, over.signal);
  await pause(durationMs);
  over.abort();
  const [attacks] = await Promise.all([attacking, watching, holding, working]);
  const answer = once(probe, 'message') as Promise<[Noticed]>;
  probe.send('end');
  const [noticed] = await answer;
  report(noticed, attacks);
} finally {
  sockets.kill();
  probe.kill();
  await company.close();
}

function report(
  { answersMs, gapsMs, refused, checks }: Noticed,
  attacks: ReadonlyMap<string, number>,
): void {
  const waits = flights.flatMap(({ waitedMs }) => waitedMs ?? []);
  const unprocessed = flights.length - waits.length;
  const untaken = Object.values(refused).reduce((sum, count) => sum + count, 0);
  for (const [name, count] of attacks) tell(`attack: ${name}`, count);
  tell('checks of /healthz', checks);
  tell('longest time without a good answer, ms', gapsMs[0] ?? 0);
  tell('times without one of more than a second', gapsMs.filter((ms) => ms > 1000).length);
  tell('honest deliveries', answersMs.length);
  tell('those that were not taken', untaken);
  if (untaken > 0) console.log(`  by status: ${JSON.stringify(refused)}`);
  tell('answer to one, median ms', quantile(answersMs, 0.5), 1);
  tell('the same, 99th percentile', quantile(answersMs, 0.99), 1);
  tell('the same, the longest', quantile(answersMs, 1), 1);
  tell('honest pull requests', flights.length);
  tell('those without the right check and comment in the end', unprocessed);
  tell('from measured to said, median s', quantile(waits, 0.5) / 1000, 1);
  tell('the same, the longest', quantile(waits, 1) / 1000, 1);
  tell('times that the service died', deaths);
  tell('memory of the service at the most, MB', megabytes);
  tell('the same with the processes that it started', megabytesOfAll);
  const isSlow = quantile(answersMs, 1) > bounds.answerMs;
  const isWell =
    deaths === 0 && untaken === 0 && unprocessed === 0 && !isSlow && megabytes <= bounds.megabytes;
  console.log(isWell ? 'it withstood' : 'it did not withstand');
  process.exitCode = isWell ? 0 : 1;
}
