/**
 * Sends the webhooks that it is given, in a process of its own, so that the times are those of the answers
 * and not of whoever makes the payloads. Its only message to its parent: milliseconds and statuses.
 */
import { sendWebhook } from '../../test/bot/servers/fake/deliver.ts';

export interface Sending {
  target: { url: string; secret: string };
  webhooks: readonly { event: string; guid: string; payload: unknown }[];
  /** Sent at the same time. */
  atOnce: number;
}

export interface Sent {
  answersMs: number[];
  /** Not taken. */
  refused: number;
}

process.on('message', (sending: Sending) => {
  void send(sending).then((sent) => {
    process.send?.(sent);
  });
});

async function send({ atOnce, target, webhooks }: Sending): Promise<Sent> {
  const waiting = [...webhooks];
  const sent: Sent = { answersMs: [], refused: 0 };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const started = performance.now();
      const { status } = await sendWebhook(target, next);
      sent.answersMs.push(performance.now() - started);
      if (status !== 200) sent.refused += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return sent;
}
