import { performance } from 'node:perf_hooks';
import { refuseName } from '../spans/annotation-rules.ts';
import type { OfCase } from '../spans/parse-message.ts';
import { connectCollector, type Connection } from './connection.ts';
import { forgetBatches, sendBatches } from './number-buffer.ts';
import { innermost, state, type Span } from './spans-in-process.ts';

// The environment is the one way to learn of the collector: read once, when the test loads.
export const path = process.env['PERIGEE_SOCKET'];
/**
 * Instructions are counted: messages are the same each time. Numbers of other lengths would move what the test allocates
 * after them, and so what it executes.
 */
const isCounted = process.env['PERIGEE_COUNTED'] === '1';
/** As it is before a test fakes the clock. */
const readMs = performance.now.bind(performance);
/** The span of another process in which this one runs. */
export const outer = process.env['PERIGEE_SPAN'];

/**
 * Measures the body as a span.
 * @param ofCase where it is a test case
 * @throws what the body throws; Error when the span cannot be begun or its measurement was refused
 */
export async function measureSpan<T>(
  name: string,
  body: () => T | Promise<T>,
  ofCase: OfCase = {},
): Promise<T> {
  if (path === undefined) return body();
  const refusal = refuseName(name);
  if (refusal !== undefined) throw new TypeError(`Perigee: ${refusal}`);
  const connection = await (state.connecting ??= connectCollector(path));
  // Without a collector annotations still find their span.
  if (connection === undefined)
    return state.current.run({ id: 0, annotations: {}, count: 0 }, body);
  return measure(connection, name, body, ofCase);
}

async function measure<T>(
  connection: Connection,
  name: string,
  body: () => T | Promise<T>,
  { expectedFailure, ...ofCase }: OfCase,
): Promise<T> {
  const around = innermost();
  const span: Span = { id: (state.lastId += 1), annotations: {}, count: 0, parent: around };
  const { id, annotations } = span;
  const begin = {
    ...{ op: 'begin', id, span: name, ...ofCase, parent: around?.id ?? outer },
    ...(isCounted ? {} : { pid: process.pid, switches: readSwitches() }),
  };
  await connection.request(begin);
  const startMs = readMs();
  const readLatency = () => (isCounted ? 1 : Math.round((readMs() - startMs) * 1e6));
  let result: T;
  try {
    result = await state.current.run(span, body);
  } catch (error) {
    span.hasEnded = true;
    const failed = { op: 'end', id, latencyNs: readLatency(), failed: true };
    // The error of the body is the one to tell.
    await connection.request(failed).catch(() => undefined);
    throw error;
  }
  const latencyNs = readLatency();
  span.hasEnded = true;
  const batches = span.numbers?.take({ span: name, ...ofCase, expectedFailure, annotations }) ?? [];
  try {
    await connection.request({
      op: 'end',
      id,
      latencyNs,
      annotations,
      expectedFailure,
      ...(isCounted ? {} : { switches: readSwitches() }),
    });
    // Afterwards, so that neither clock counts it.
    await sendBatches(connection, batches);
  } finally {
    forgetBatches(batches);
  }
  return result;
}

function readSwitches(): { voluntary: number; involuntary: number } {
  const usage = process.resourceUsage();
  return {
    voluntary: usage.voluntaryContextSwitches,
    involuntary: usage.involuntaryContextSwitches,
  };
}
