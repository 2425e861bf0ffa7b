import type { RunRecord, Verdict } from '../contract/documents.ts';
import type { RunPorts } from '../runner/run-request.ts';
import { hideFromOthers, isKeyOfJob } from '../runner/setup/hide-keys.ts';
import { type CollectorRequest, withCollector } from '../pipeline/with-collector.ts';
import { home } from './home.ts';
import { listenForStop } from './listen-for-stop.ts';
import { createProgressLine } from '../pipeline/progress-line.ts';

/** The common part of commands that measure: their progress, Ctrl-C, and `--isolation`. */
export interface Measuring extends Pick<
  CollectorRequest,
  'expected' | 'explains' | 'failsFast' | 'leavesOut' | 'waitMs'
> {
  isolation?: CollectorRequest['isolation'] | undefined;
  /** What Ctrl-C does where it ends in a verdict. */
  stopWords?: string;
  judge?: (record: RunRecord) => Verdict;
}

/** Runs a body that measures; what it measured until Ctrl-C is its result. */
export async function withMeasuring<T>(
  { isolation, stopWords, ...measuring }: Measuring,
  body: (ports: RunPorts & { signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  hideFromOthers(process.env, isKeyOfJob);
  const stop = listenForStop();
  const line = createProgressLine(process.stderr, stopWords);
  try {
    return await withCollector(
      {
        ...measuring,
        ...(isolation === undefined ? {} : { isolation }),
        onLook: line.tell,
        ...{ home, signal: stop.signal, onProgress: line.show },
      },
      (ports) => body({ ...ports, signal: stop.signal }),
    );
  } finally {
    line.end();
    stop.end();
  }
}
