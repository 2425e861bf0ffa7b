import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { KafkaSettings } from '../../../src/transport/eventlog/kafka-settings.ts';
import { makeEvent } from './make-event.ts';

/** Far more than the deadlines given, far less than what kafkajs would take by itself. */
const patienceMs = 90_000;

const script = `
  import { emitEvent } from './src/transport/eventlog/emit-event.ts';
  import { openKafkaLog } from './src/transport/eventlog/kafka.ts';
  const [settings, event, deadlineMs] = JSON.parse(process.argv[1]);
  const emission = await emitEvent(event, openKafkaLog(settings), deadlineMs);
  process.stdout.write(emission.kind);
`;

/** How a process ends that emits an event and does nothing else: nobody tells it to exit. */
export async function emitInProcess(settings: KafkaSettings, deadlineMs: number) {
  const child = spawn(
    process.execPath,
    [
      ...['--input-type=module', '--eval', script],
      JSON.stringify([settings, makeEvent(), deadlineMs]),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  const exit = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = (await exit) as [number | null, string | null];
  clearTimeout(patience);
  return { stdout, stderr, code, signal };
}

/** With nothing printed but what `emitEvent` returned. */
export const endsByItself = (kind: 'sent' | 'spooled') => ({
  ...{ stdout: kind, stderr: '', code: 0, signal: null },
});
