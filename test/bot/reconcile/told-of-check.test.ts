/** What comes with a check: its buttons, and whether it stops the merge at all. */
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { judgeArtifacts, type RunToJudge } from '../../../bot/src/reconcile/judge-artifacts.ts';
import { describeCheck } from '../../../bot/src/reconcile/describe-check.ts';
import { lookAt, type LookContext } from '../../../bot/src/reconcile/look.ts';
import { makeView } from '../../../bot/src/reconcile/make-view.ts';
import { createRefusalMemory } from '../../../bot/src/reconcile/refusal-memory.ts';
import { writeSuite } from './measurements.ts';
import {
  commit,
  endRun,
  measureRun,
  openPull,
  propose,
  pullRequest,
  recordOf,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { writeComment, type WrittenComments } from '../../../bot/src/reconcile/write-comment.ts';

test('what is remembered of a comment is short, however long that is, and enough not to edit it', async () => {
  const { close, ports, world } = startScenario();
  propose(world, { name: 'a' });
  measureRun(world);
  const { signal } = new AbortController();
  const rest = { ports, memory: createRefusalMemory(), judgeInTurn: pLimit(1), signal };
  const judge = (request: RunToJudge) => judgeArtifacts({ ...request, ...rest });
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

/** @param suite of the main branch @param head of the change, where it brings one */
async function describe(suite: string, head?: string, conclusion = 'success') {
  const scenario = startScenario({ suite });
  const { ports, world } = scenario;
  openPull(world, 1, commit(world, { name: 'a', ...(head === undefined ? {} : { suite: head }) }));
  const run = startRun(world, 1);
  if (conclusion !== 'action_required') {
    upload(world, run, recordOf(world, run, { factors: { upload: 1.3 } }));
  }
  endRun(run, conclusion);
  const signal = new AbortController().signal;
  const context: LookContext = {
    ...{ ports, signal },
    judge: (request) => {
      const memory = createRefusalMemory();
      return judgeArtifacts({ ...request, ports, memory, signal, judgeInTurn: (work) => work() });
    },
  };
  const look = (await lookAt(context, pullRequest(1)))!;
  const view = (await makeView(context, look))!;
  const { annotations, buttons } = describeCheck(look.decision, view)!;
  const identifiers = buttons.map(({ identifier }) => identifier);
  return { look, view, world, context, annotations, buttons: identifiers };
}

const sure = writeSuite({ more: 'gate: { confirm: false }' });

test('what stops the merge can be accepted and explained, and elsewhere nobody answers a button', async () => {
  const { buttons, look, view } = await describe(sure);
  expect(buttons).toEqual(['rerun', 'accept', 'explain']);
  const group = describeCheck(look.decision, { ...view, kind: 'merge-group' })!;
  expect(group.buttons.map(({ identifier }) => identifier)).toEqual(['rerun']);
});

test('a regression that does not stop the merge needs no accept', async () => {
  const { buttons, view } = await describe('', sure);
  expect(buttons).toEqual(['rerun', 'explain']);
  expect(view.brings).toBe(true);
});

test('a remark stands on the line to which the change moved the threshold that counts', async () => {
  const [heading, looser] = [
    '# What we measure\n',
    { worse: 90, more: 'gate: { confirm: false }' },
  ];
  const changed = `${heading}${heading}${writeSuite(looser)}`;
  const lineOf = (text: string): number =>
    text.split('\n').findIndex((line) => line.includes('worse:')) + 1;
  const { annotations } = await describe(sure, changed);
  expect(annotations).toMatchObject([{ level: 'failure', line: lineOf(changed) }]);
  expect(lineOf(changed)).toBe(lineOf(sure) + 2);
});

test('a test that breaks can be neither accepted nor explained', async () => {
  const { look, view } = await describe(sure);
  const { state } = look.decision;
  if (state.kind !== 'judged') throw new Error('it is judged');
  const judgement = { ...state.judgement, series: [], brokenTests: ['upload'] };
  const broken = { ...look.decision, state: { ...state, judgement } };
  const { buttons } = describeCheck(broken, view)!;
  expect(buttons.map(({ identifier }) => identifier)).toEqual(['rerun']);
});

test('whether the merge waits for the check is passed on where GitHub tells it', async () => {
  const { context, look, view, world } = await describe(sure);
  expect(view).toMatchObject({ kind: 'pull-request', isRequired: true });
  world.requirement = 'not-required';
  expect(await makeView(context, look)).toMatchObject({ isRequired: false });
  world.requirement = 'unknown';
  expect(await makeView(context, look)).not.toHaveProperty('isRequired');
});

test('a run that a maintainer has to approve is shown as that at once', async () => {
  const { view } = await describe(sure, undefined, 'action_required');
  expect(view.state).toMatchObject({ kind: 'waiting', awaitsApproval: true });
});
