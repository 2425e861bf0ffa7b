import { expect, test } from 'vitest';
import pLimit from 'p-limit';
import { judgeRun, type RunToJudge } from '../../../bot/src/reconcile/judge-run.ts';
import { lookAt } from '../../../bot/src/reconcile/look.ts';
import { makeView } from '../../../bot/src/reconcile/make-view.ts';
import { createRefusalMemory } from '../../../bot/src/reconcile/refusal-memory.ts';
import { type WrittenComments, writeComment } from '../../../bot/src/reconcile/write-comment.ts';
import { measureRun, propose, pullRequest, startScenario } from './scenario.ts';

test('what is remembered of a comment is short, however long that is, and enough not to edit it', async () => {
  const { close, ports, world } = startScenario();
  propose(world, { name: 'a' });
  measureRun(world);
  const { signal } = new AbortController();
  const rest = { ports, memory: createRefusalMemory(), judgeInTurn: pLimit(1), signal };
  const judge = (request: RunToJudge) => judgeRun({ ...request, ...rest });
  const context = { ports, judge, signal };
  const look = (await lookAt(context, pullRequest(1)))!;
  const view = { ...(await makeView(context, look))!, notes: ['A long note. '.repeat(300)] };
  const written: WrittenComments = new Map();
  let writes = 0;
  world.onCall = (method) => {
    if (method === 'writeComment') writes += 1;
  };
  const write = (judged: number): Promise<'done' | 'moved on'> =>
    writeComment(ports, written, look, {
      ...view,
      statistics: { days: 30, judged, red: 0, cleared: 0, confirmed: 0, blindSpots: 0 },
    });
  await write(1);
  expect(world.comments[0]!.body.length).toBeGreaterThan(1500);
  expect(JSON.stringify([...written]).length).toBeLessThan(300);
  // As some systems give it back.
  world.comments[0]!.body = world.comments[0]!.body.replaceAll('\n', '\r\n');
  await write(1);
  // Figures of the gate alone edit nothing.
  await write(2);
  expect(writes).toBe(1);
  world.comments[0]!.body += 'changed by somebody';
  await write(2);
  expect(writes).toBe(2);
  close();
});
