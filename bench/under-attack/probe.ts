/**
 * What honest people and machines notice, in a process of its own: whether `/healthz` answers, and how long each
 * honest webhook waits. It sends what it is given, and at `end` its only message.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sendWebhook } from '../../test/bot/servers/fake/deliver.ts';

export interface Probing {
  url: string;
  secret: string;
}

export interface ToSend {
  event: string;
  guid: string;
  payload: unknown;
}

export interface Noticed {
  answersMs: number[];
  /** By status; 0 where nothing was answered within ten seconds. */
  refused: Record<string, number>;
  /** Between two good answers of `/healthz`, longest first. */
  gapsMs: number[];
  checks: number;
}

const everyMs = 50;
/** What lies between two answers on an idle machine is no gap. */
const noticedMs = 250;
const noticed: Noticed = { answersMs: [], refused: {}, gapsMs: [], checks: 0 };
const waiting: Promise<void>[] = [];
let isOver = false;
let target: Probing | undefined;
let probing: Promise<void> | undefined;

process.on('message', (message: Probing | ToSend | 'end') => {
  if (message === 'end') void end();
  else if ('url' in message) {
    target = message;
    probing ??= probe();
  } else waiting.push(send(message));
});

async function send(webhook: ToSend): Promise<void> {
  if (target === undefined) throw new Error('nobody to send to');
  const started = performance.now();
  const { status } = await sendWebhook(
    { ...target, url: `${target.url}/api/github/webhooks` },
    webhook,
  );
  noticed.answersMs.push(performance.now() - started);
  if (status !== 200) noticed.refused[status] = (noticed.refused[status] ?? 0) + 1;
}

async function probe(): Promise<void> {
  let last = performance.now();
  while (!isOver) {
    noticed.checks += 1;
    const isWell = await fetch(`${target?.url ?? ''}/healthz`, {
      signal: AbortSignal.timeout(60_000),
    }).then(
      async (answer) => answer.ok && (await answer.text()) !== '',
      () => false,
    );
    const now = performance.now();
    if (isWell) {
      if (now - last > noticedMs) noticed.gapsMs.push(now - last);
      last = now;
    }
    await pause(everyMs);
  }
  noticed.gapsMs.push(performance.now() - last);
}

async function end(): Promise<void> {
  isOver = true;
  await Promise.all([probing, ...waiting]);
  noticed.gapsMs.sort((a, b) => b - a);
  process.send?.(noticed);
}
