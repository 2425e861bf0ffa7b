import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deliver } from '../servers/fake/deliver.ts';
import { fork, moveBranch, pushCommit } from '../servers/fake/history.ts';
import { tellPull } from '../servers/fake/payloads.ts';
import { openChange, ownComments, type Place, say } from './act-on-github.ts';
import {
  expectHonestGate,
  expectSettled,
  expectSoon,
  type Stage,
  useStage,
} from './start-stage.ts';

const stage = useStage(4);
/** SQLite writes ahead up to 4 MB for each of its files before it takes less room again. */
const mostStored = 20_000_000;

interface Cost {
  /** That GitHub was asked about the repository. */
  requests: number;
  cpuSeconds: number;
  /** In the folder of the service. */
  storedBytes: number;
}

/** What an attack on one repository costs the service, and what it still costs until all is done. */
async function measureCost(
  { data, github, service }: Stage,
  { repository }: Place,
  attack: () => Promise<void>,
): Promise<Cost> {
  const readBytes = (): number =>
    readdirSync(data, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(data, name)))
      .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  const readCpu = (): number => {
    const fields = readFileSync(`/proc/${service.pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return (Number(fields?.[11]) + Number(fields?.[12])) / 100;
  };
  const before = { count: github.requests.length, cpu: readCpu(), bytes: readBytes() };
  await attack();
  await expectSettled(stage());
  const path = `/repos/${repository.owner}/${repository.name}/`;
  const asked = github.requests.slice(before.count);
  const cost = {
    requests: asked.filter((request) => JSON.stringify(request).includes(path)).length,
    cpuSeconds: readCpu() - before.cpu,
    storedBytes: readBytes() - before.bytes,
  };
  process.stdout.write(`${JSON.stringify(cost)}\n`);
  return cost;
}

test('two hundred commands of a stranger cost a few requests and five answers, and nobody else waits', async () => {
  const place = stage().take();
  const honest = stage().take();
  const from = fork(place.state, place.repository, 'mallory');
  const pull = await openChange(place, 'storm', { from });
  await expectSettled(stage());
  const { requests, storedBytes } = await measureCost(stage(), place, async () => {
    await Promise.all(
      Array.from({ length: 200 }, () => say(place, pull.number, 'mallory', '/perigee rerun')),
    );
    await expectHonestGate(honest);
  });
  expect(ownComments(place, pull.number).slice(1).length).toBeLessThanOrEqual(5);
  // Each answer is five requests: who it is, whether it is there, the answer, and whether it was given twice.
  expect(requests).toBeLessThan(150);
  expect(storedBytes).toBeLessThan(mostStored);
});

test('a pull request that is pushed to a hundred times at once costs a few looks, and nobody else waits', async () => {
  const place = stage().take();
  const honest = stage().take();
  const { repository, state } = place;
  const from = fork(state, repository, 'mallory-2');
  const pull = await openChange(place, 'restless', { from });
  await expectSettled(stage());
  const { requests, storedBytes } = await measureCost(stage(), place, async () => {
    for (let i = 0; i < 100; i += 1) {
      const commit = pushCommit(state, from, 'restless', { files: { 'a.txt': String(i) } });
      moveBranch(state, from, 'restless', commit);
      await deliver(state, tellPull(state, repository, pull, 'synchronize'));
    }
    await expectHonestGate(honest);
  });
  await expectSoon(() => repository.checks.some(({ head }) => head === pull.head.commit), true);
  expect(requests).toBeLessThan(1_000);
  expect(storedBytes).toBeLessThan(mostStored);
});
