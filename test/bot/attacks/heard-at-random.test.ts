import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createRandom, type Random } from '../../../src/stats/random.ts';
import { writeSuite } from '../reconcile/measurements.ts';
import { sendWebhook } from '../servers/fake/deliver.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { tellComment, tellPull, tellRun, type Webhook } from '../servers/fake/payloads.ts';
import { finishRun, openPull, startRunFor } from '../servers/fake/people.ts';
import { addComment } from '../servers/fake/routes-of-issues.ts';
import { checkOf, type Place, recordOf, reportsOf, upload } from './act-on-github.ts';
import { expectSettled, useStage } from './start-stage.ts';
import { countTrials } from '../../nightly.ts';

const seeds = Array.from(
  { length: countTrials({ byNight: 9, byDay: 1 }) },
  (_, index) => 20_261_121 + index,
);
/** The last one is for the straight order. */
const stage = useStage(seeds.length + 1, writeSuite());

/** Tells of something: now, or later, or twice, or both. */
type Hear = (webhook: Webhook) => Promise<void>;

/** Sends it as GitHub does. @param guid the same for a redelivery, another one for a replay */
async function send({ state, repository }: Place, { event, payload }: Webhook, guid: string) {
  const { webhook: target } = state;
  const installation = state.installations.find(({ account }) => account === repository.owner);
  if (target === undefined || installation === undefined) throw new Error('nobody listens');
  const whole = { ...payload, installation: { id: installation.id } };
  const { status } = await sendWebhook(target, { event, guid, payload: whole });
  expect(status).toBe(200);
}

/**
 * A change that is clean at first and slow after a second push, whose first run ends late; the slow one is
 * measured again by the bot's own wish, and says the same.
 */
async function live(place: Place, hear: Hear): Promise<{ number: number; head: string }> {
  const { repository, state } = place;
  const push = (text: string) =>
    pushCommit(state, repository, 'change', { files: { 'src/a.ts': text } });
  push('one');
  const pull = openPull(state, repository, 'change');
  await hear(tellPull(state, repository, pull, 'opened'));
  const early = startRunFor(state, repository, pull);
  await hear(tellRun(state, repository, early, 'requested'));
  push('two');
  await hear(tellPull(state, repository, pull, 'synchronize'));
  const late = startRunFor(state, repository, pull);
  await hear(tellRun(state, repository, late, 'requested'));
  const slow = { factors: { upload: 1.3 } };
  await upload(place, late, recordOf(place, late, slow));
  finishRun(repository, late);
  await hear(tellRun(state, repository, late, 'completed'));
  await upload(place, early, recordOf(place, early));
  finishRun(repository, early);
  await hear(tellRun(state, repository, early, 'completed'));
  const chat = addComment(state, repository, pull.number, { login: 'bob', body: 'Why /perigee?' });
  await hear(tellComment(state, repository, chat));
  // The bot has it measured again, whenever it finds out.
  await vi.waitFor(() => expect(late.attempt).toBe(2), { timeout: 180_000, interval: 50 });
  await upload(place, late, recordOf(place, late, slow));
  finishRun(repository, late);
  await hear(tellRun(state, repository, late, 'completed'));
  return { number: pull.number, head: pull.head.commit };
}

/** What a person finds in the end, without what is different in each repository. */
async function readEnd(place: Place, { head, number }: { head: string; number: number }) {
  const read = () => {
    const check = checkOf(place, head);
    return {
      ...{ reports: reportsOf(place, number), conclusion: check?.conclusion, title: check?.title },
      ...{ status: check?.status, summary: check?.summary },
    };
  };
  await vi.waitFor(
    () => {
      expect(read().status).toBe('completed');
      expect(read().reports[0]).toContain('❌');
    },
    { timeout: 180_000, interval: 50 },
  );
  await expectSettled(stage());
  const plain = JSON.stringify(read())
    .replaceAll(/[0-9a-f]{12,40}/g, 'COMMIT')
    .replaceAll(new RegExp(`${place.repository.owner}/${place.repository.name}`, 'g'), 'REPOSITORY')
    .replaceAll(/\/(runs|job)\/\d+/g, '/$1/ID')
    .replaceAll(/\/reports\/[\w.%-]+\/\d+/g, '/reports/PAGE')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
    .replaceAll(/ · this gate in [^·]*/g, '');
  return JSON.parse(plain) as ReturnType<typeof read>;
}

/** What happens keeps its order; of it the bot hears late, twice, in another order, or nothing. */
function hearAtRandom(place: Place, random: Random): { hear: Hear; end: () => Promise<void> } {
  const late: { webhook: Webhook; guid: string }[] = [];
  const tellSome = async (): Promise<void> => {
    while (late.length > 0 && random() < 0.5) {
      const [next] = late.splice(Math.floor(random() * late.length), 1);
      if (next !== undefined) await send(place, next.webhook, next.guid);
    }
  };
  return {
    hear: async (webhook) => {
      const guid = randomUUID();
      const isEnd = webhook.payload['action'] === 'completed';
      // Lost, unless nothing else would ever tell of the end.
      if (!isEnd && random() < 0.2) return;
      late.push({ webhook, guid });
      if (random() < 0.4) late.push({ webhook, guid });
      if (random() < 0.3) late.push({ webhook, guid: randomUUID() });
      await tellSome();
      if (isEnd || random() < 0.3) {
        await send(place, webhook, guid);
      }
    },
    end: async () => {
      while (late.length > 0) {
        const [next] = late.splice(Math.floor(random() * late.length), 1);
        if (next !== undefined) await send(place, next.webhook, next.guid);
      }
    },
  };
}

test('whatever is heard of a pull request, and how often and in which order, it ends the same', async () => {
  const straight = stage().take();
  const life = live(straight, (webhook) => send(straight, webhook, randomUUID()));
  const others = seeds.map(async (seed) => {
    const place = stage().take();
    const { end, hear } = hearAtRandom(place, createRandom(seed));
    const lived = await live(place, hear);
    await end();
    return { seed, place, lived };
  });
  const expected = await readEnd(straight, await life);
  expect(expected).toMatchObject({ conclusion: 'failure', status: 'completed' });
  expect(expected.reports).toHaveLength(1);
  for (const { lived, place, seed } of await Promise.all(others)) {
    expect(await readEnd(place, lived), `seed ${seed}`).toEqual(expected);
  }
});
