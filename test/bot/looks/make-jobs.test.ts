import { expect, test } from 'vitest';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { createJobMaker } from '../../../bot/src/looks/make-jobs.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import { makePull, repository } from './start-bot-work.ts';

type Ports = Parameters<typeof createJobMaker>[0];

const again: Repository = { ...repository, installation: 8 };
const gone = new Refused('ci-not-allowed', 'GitHub said 404 for a token of the installation', {
  ...{ status: 404, isOfInstallation: true },
});

test('a build of a repository whose app was installed anew is searched for by the new one', async () => {
  const asked: number[] = [];
  const directory: Ports['directory'] = {
    find: async () => repository,
    findAgain: async () => again,
    refresh: async () => [again],
  };
  const github: Pick<Ports['github'], 'findRunOrigin' | 'findPullRequests'> = {
    findRunOrigin: async () => ({ event: 'pull_request', head: 'ab'.repeat(20) }),
    findPullRequests: async ({ installation }) => {
      asked.push(installation);
      if (installation === repository.installation) throw gone;
      return [makePull(3)];
    },
  };
  const ledger: Pick<Ports['ledger'], 'listUnfinished'> = { listUnfinished: () => [] };
  const logger: Ports['logger'] = { log: () => undefined };
  const ports = { directory, github, ledger, logger, nowMs: Date.now } as Ports;
  const job = createJobMaker(ports).searchBuild({
    ...{ repository: 'acme/sync', suite: 'sync', runId: '812' },
  });
  const found = await job.run(new AbortController().signal);
  expect(asked).toEqual([7, 8]);
  expect(found.map(({ key, account }) => [key, account])).toEqual([['look acme/sync#3', '8']]);
});
