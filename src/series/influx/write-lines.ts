import type { SeriesPoint } from '../series-point.ts';
import type { Refusal } from '../series-store.ts';
import { type Connection, LinesRefused } from './connect.ts';
import type { Line } from './lines.ts';

/** As many as the server takes best, and far below what it refuses as too large. */
const linesAtOnce = 5_000;
const charactersAtOnce = 4_000_000;

/**
 * Writes all lines in order. Lines that the server will never take are found by halving: after a refusal nothing
 * of a batch is stored, or all but the bad ones, and in both cases to write the good ones again does no harm.
 * @throws StoreUnavailable where waiting helps
 */
export async function writeLines(
  connection: Connection,
  lines: Iterable<Line>,
  signal: AbortSignal,
): Promise<Refusal[]> {
  const refused = new Map<SeriesPoint, Refusal>();
  for (const batch of cutIntoBatches(lines)) await writeBatch(batch);
  return [...refused.values()];

  async function writeBatch(batch: readonly Line[]): Promise<void> {
    try {
      await connection.write(batch.map(({ text }) => text).join('\n'), signal);
    } catch (error) {
      if (!(error instanceof LinesRefused)) throw error;
      if (batch.length === 1 || isWholeBatch(error, batch.length)) {
        refuse(batch, error.message);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await writeBatch(batch.slice(0, middle));
      await writeBatch(batch.slice(middle));
    }
  }

  function refuse(batch: readonly Line[], reason: string): void {
    for (const { build, points } of batch) {
      for (const point of points) refused.set(point, { build, point, reason });
    }
  }
}

/**
 * Of a batch that is stored in part the message tells how many lines are not: `partial write: dropped 17 points
 * outside retention policy …`, or `partial write: field type conflict: … dropped=17`.
 */
function isWholeBatch({ message }: LinesRefused, lines: number): boolean {
  const [, dropped] = /partial write: .*?dropped[ =](\d+)/.exec(message) ?? [];
  return Number(dropped) === lines;
}

function* cutIntoBatches(lines: Iterable<Line>): Generator<Line[]> {
  let batch: Line[] = [];
  let characters = 0;
  for (const line of lines) {
    batch.push(line);
    characters += line.text.length;
    if (batch.length < linesAtOnce && characters < charactersAtOnce) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
