/**
 * Marks spans in a test and records numbers. Under Perigee, PERIGEE_SOCKET names the collector; without it
 * all of this does nothing, so it can stay in the test.
 */
import { appendFileSync } from 'node:fs';
import { connectCollector } from './sdk/connection.ts';
import { measureSpan, outer, path } from './sdk/measure-span.ts';
import {
  forgetBatches,
  listUnsent,
  NumberBuffer,
  sendBatches,
  type Histogram,
  type NumberOptions,
} from './sdk/number-buffer.ts';
import { innermost, state } from './sdk/spans-in-process.ts';
import { limits, refuseAnnotation } from './spans/annotation-rules.ts';

export type { Histogram, NumberOptions };

/**
 * Measures the body as a span with this name, and gives back what the body gives back. Spans may be
 * nested and may run side by side.
 * @param name 1 to 200 characters
 * @param body may be asynchronous; the span ends when its promise does
 * @throws what the body throws; Error when the span cannot be begun or its measurement was refused
 */
export function profile<T>(name: string, body: () => T | Promise<T>): Promise<T> {
  return measureSpan(name, body);
}

/**
 * Annotates the innermost span that runs: the results are sliced by key and value.
 * @param key a letter or _ first, then letters, digits, `_`, `.`, `-`; at most 64 characters, not reserved
 * @param value text of at most 256 characters, a finite number, true or false
 * @throws Error outside a span, and for a key or a value that is not allowed
 */
export function annotate(key: string, value: string | number | boolean): void {
  if (path === undefined) return;
  const refusal = refuseAnnotation(key, value);
  if (refusal !== undefined) throw new TypeError(`Perigee: ${refusal}`);
  const span = innermost();
  if (span === undefined) {
    throw new Error(
      `Perigee: annotate("${key}", ...) was called outside a span: call it in profile()`,
    );
  }
  if (!Object.hasOwn(span.annotations, key)) span.count += 1;
  if (span.count > limits.annotationsPerSpan) {
    throw new Error(`Perigee: a span has at most ${limits.annotationsPerSpan} annotations`);
  }
  span.annotations[key] = value;
}

/**
 * Records a number of the innermost span that runs, or of the whole test outside spans: operations per
 * second, cache misses, the size of a bundle. Buffered: it costs less than a microsecond.
 *
 * One value is the number itself, and several are their mean; from 100 values on, and for a list or a
 * histogram, they are a distribution, of which Perigee judges p50, p90, p99 and max. `metrics` in
 * perigee.yml can say otherwise.
 * @param name small letters, digits and _, with dots between words; at most 60 characters
 * @param value finite, 0 or more; a list of such; or a histogram
 * @param options are said once, and must not change
 * @throws TypeError for a name, a value or a unit that is not allowed
 */
export function record(
  name: string,
  value: number | readonly number[] | Histogram,
  options?: NumberOptions,
): void {
  if (path === undefined) return;
  const span = innermost();
  if (span === undefined) {
    state.ofWholeTest.keep(name, value, options);
    state.flushing ??= flushSoon(path);
  } else if (span.id !== 0) (span.numbers ??= new NumberBuffer()).keep(name, value, options);
}

/** A turn later, so that a loop that records is not slowed down; the open connection keeps the process. */
async function flushSoon(collector: string): Promise<void> {
  const connection = await (state.connecting ??= connectCollector(collector));
  state.flushing = undefined;
  const batches = state.ofWholeTest.take({ parent: outer });
  if (connection === undefined) forgetBatches(batches);
  else await sendBatches(connection, batches);
}

if (path !== undefined && !state.isWatched) {
  state.isWatched = true;
  process.once('exit', () => {
    state.ofWholeTest.take({ parent: outer });
    const lost = listUnsent();
    if (lost.length === 0) return;
    try {
      // A socket is too slow for a process that exits; the collector reads this file at the end.
      appendFileSync(
        `${path}.lost`,
        lost.map((message) => `${JSON.stringify(message)}\n`).join(''),
      );
    } catch {
      // The collector is gone.
    }
    process.stderr.write(
      'Perigee: recorded numbers were lost, because the process exited before they were sent: let it end by itself instead of process.exit()\n',
    );
  });
}
