import { expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import type { Subject } from '../../../bot/src/subject.ts';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import { readHere } from '../../../src/serving/readers/readers.ts';
import { ByteBudget } from '../../../src/transport/artifacts/byte-budget.ts';
import { openGithubRestSource } from '../../../src/transport/artifacts/github-rest.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import { makeZip } from '../../transport/artifacts/make-zip.ts';
import { openSide } from '../github/open-side.ts';
import { fork, pushCommit } from '../servers/fake/history.ts';
import { finishRun, openPull, startRunFor, storeArtifact } from '../servers/fake/people.ts';
import { packRecord } from './artifacts.ts';
import { measure, writeSuite } from './measurements.ts';

/** The bot's looks over HTTP, at a GitHub that its own description judges. */
async function startOverHttp() {
  const opened = await openSide();
  const { fake, github, repository, side, state } = opened;
  const suiteText = writeSuite();
  const before = pushCommit(state, fake, 'main', { files: { 'perigee.yml': suiteText } });
  const ledger = openLedger(':memory:');
  onTestFinished(() => ledger.close());
  const { url: apiUrl, appId, privateKey } = github;
  const client = openGithub({ apiUrl, credentials: { appId: String(appId), privateKey } });
  const told: BuildEvent[] = [];
  const append = async (event: BuildEvent) => {
    told.push(event);
  };
  const { reconcile } = createReconciler({
    ...{ github: side, ledger, nowMs: Date.now, hearsOfBuilds: false, readers: readHere },
    pageUrl: () => undefined,
    seriesUrl: () => undefined,
    openArtifacts: ({ repository: name, runId }, _, signal) =>
      openGithubRestSource({ budget: new ByteBudget(), client, repository: name, runId, signal }),
    builds: { log: { name: 'memory', append } },
    store: {
      readLast: async () => [],
      readBuild: async () => undefined,
      listSpans: async () => [],
    },
    logger: { log: () => undefined },
  });
  const look = (number: number): Promise<void> => {
    const subject: Subject = { kind: 'pull-request', repository, number };
    return reconcile(subject, new AbortController().signal);
  };
  return { ...opened, before, ledger, look, suiteText, told };
}

test('a slower change of a fork goes from its push over a second runner to red', async () => {
  const { before, fake, look, state, suiteText, told } = await startOverHttp();
  const theirs = fork(state, fake, 'contributor');
  const after = pushCommit(state, theirs, 'slower', { files: { 'src/a.ts': 'slow' } });
  const pull = openPull(state, fake, 'slower', { from: theirs });
  const newest = () => fake.checks.filter(({ head }) => head === after).at(-1);
  await look(pull.number);
  expect(newest()).toMatchObject({ name: 'perigee', status: 'queued' });

  const run = startRunFor(state, fake, pull);
  const upload = () => {
    const shard = { index: 0, total: 1, attempt: run.attempt };
    const record = measure({ suiteText, before, after, shard, factors: { upload: 1.3 } });
    const build = { repository: 'acme/sync', runId: String(run.id) };
    const { files, stored } = packRecord(record, build);
    const zip = makeZip([...files].map(([name, content]) => ({ name, content })));
    storeArtifact(state, fake, run, stored.name, zip);
    finishRun(fake, run);
  };
  await look(pull.number);
  expect(newest()).toMatchObject({ status: 'in_progress' });
  upload();
  await look(pull.number);
  expect([run.attempt, newest()?.status]).toEqual([2, 'in_progress']);
  upload();
  await look(pull.number);
  expect(newest()).toMatchObject({ status: 'completed', conclusion: 'failure' });
  expect(newest()?.title).toContain('Regressed');
  expect(fake.comments).toHaveLength(1);
  expect(fake.comments[0]?.body).toContain('Two runs say so');
  expect(told.map(({ shard }) => shard?.attempt)).toEqual([1, 2]);

  const comment = fake.comments[0]!;
  const written = [newest()!.writtenAtMs.length, comment.earlier.length];
  await look(pull.number);
  expect([newest()!.writtenAtMs.length, comment.earlier.length]).toEqual(written);

  const next = pushCommit(state, theirs, 'slower', { files: { 'src/a.ts': 'fast' } });
  await look(pull.number);
  expect(newest()).toMatchObject({ conclusion: 'failure' });
  expect(fake.checks.find(({ head }) => head === next)).toMatchObject({ status: 'queued' });
  expect(comment.body).not.toContain('Regressed');
});
