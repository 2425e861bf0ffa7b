import type { IncomingMessage, ServerResponse } from 'node:http';

/** Memory is taken in blocks, so that a body of many tiny pieces costs no more than one of a few large ones. */
export const blockBytes = 64 * 1024;

interface Holder {
  /** Blocks that it will need, by what it announced. */
  readonly claim: number;
  blocks: number;
  giveWay(): void;
}

/** Memory for bodies that are being read at the same time: any client can send one, signed or not. */
export interface BodyRoom {
  /**
   * One more block. When all are taken, the largest body gives way to any that is smaller: with more blocks than
   * connections, a body of one block always finds room, whatever stands still in the others.
   * @returns false when this one is the largest
   */
  take(body: Holder): boolean;
  /** It is read: it keeps its room from now on. */
  fix(body: Holder): void;
  free(body: Holder): void;
}

export function createBodyRoom(blocks: number): BodyRoom {
  const reading = new Set<Holder>();
  let left = blocks;
  const free = (body: Holder): void => {
    left += body.blocks;
    body.blocks = 0;
    reading.delete(body);
  };
  return {
    take: (body) => {
      if (left === 0) {
        const largest = [...reading].reduce<Holder | undefined>(
          (most, each) => (each.claim > (most?.claim ?? 0) ? each : most),
          undefined,
        );
        if (largest === undefined || largest.claim <= body.claim) return false;
        free(largest);
        largest.giveWay();
      }
      reading.add(body);
      left -= 1;
      body.blocks += 1;
      return true;
    },
    fix: (body) => reading.delete(body),
    free,
  };
}

/** How fast a body has to come. Who delivers is a data centre, and gives up after ten seconds itself. */
export interface Pace {
  graceMs: number;
  bytesPerSecond: number;
  longestMs: number;
}

export const usualPace: Pace = { graceMs: 2_000, bytesPerSecond: 16_384, longestMs: 10_000 };
/** Each piece of a chunked body costs time: so many are free, then they have to be of a size. */
const freePieces = 1_000;
const leastBytesOfPiece = 256;

export interface BodyLimits {
  maxBytes: number;
  room: BodyRoom;
  pace: Pace;
}

/** Why a body is not read (on): the status and one line. */
export interface BodyRefusal {
  status: 400 | 405 | 408 | 413 | 415 | 503;
  text: string;
}

const tooLarge: BodyRefusal = { status: 413, text: 'too large' };
const busy: BodyRefusal = { status: 503, text: 'busy' };
const tooSlow: BodyRefusal = { status: 408, text: 'too slow' };
const tooManyPieces: BodyRefusal = { status: 400, text: 'too many tiny pieces' };

/** A length in the header is refused before anything is read. */
function refuseByLength({ headers }: IncomingMessage, maxBytes: number): BodyRefusal | undefined {
  if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge;
  const isEmpty =
    Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;
  return isEmpty ? { status: 400, text: 'nothing was sent' } : undefined;
}

export type UsedBody<T> =
  | { kind: 'used'; value: T }
  | { kind: 'refused'; refusal: BodyRefusal }
  /** The client is gone. */
  | { kind: 'cut' };

/**
 * Reads a body and uses it; its memory counts until it was used. What is too large, too slow or too much is
 * not read to its end.
 * @throws what `use` throws
 */
export async function useBody<T>(
  [request, response]: readonly [IncomingMessage, ServerResponse],
  { maxBytes, room, pace }: BodyLimits,
  use: (parts: readonly Buffer[]) => Promise<T>,
): Promise<UsedBody<T>> {
  const byLength = refuseByLength(request, maxBytes);
  if (byLength !== undefined) return { kind: 'refused', refusal: byLength };
  const { promise, resolve } = Promise.withResolvers<BodyRefusal | 'cut' | 'whole'>();
  const parts: Buffer[] = [];
  let [bytes, pieces, filled] = [0, 0, 0];
  let block: Buffer | undefined;
  const refuse = (why: BodyRefusal): void => {
    request.pause();
    request.removeListener('data', take);
    parts.length = 0;
    block = undefined;
    resolve(why);
  };
  const announced = Number(request.headers['content-length'] ?? Infinity);
  const claim = Math.ceil(announced / blockBytes);
  const holder: Holder = { claim, blocks: 0, giveWay: () => refuse(busy) };
  const endPart = (): void => {
    if (block === undefined) return;
    parts.push(block.subarray(0, filled));
    block = undefined;
  };
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    pieces += 1;
    if (bytes > maxBytes) {
      refuse(tooLarge);
      return;
    }
    if (pieces > freePieces && bytes < pieces * leastBytesOfPiece) {
      refuse(tooManyPieces);
      return;
    }
    for (let from = 0; from < chunk.length;) {
      if (block === undefined) {
        if (!room.take(holder)) {
          refuse(busy);
          return;
        }
        [block, filled] = [Buffer.allocUnsafeSlow(blockBytes), 0];
      }
      const copied = chunk.copy(block, filled, from);
      from += copied;
      filled += copied;
      if (filled === blockBytes) endPart();
    }
  };
  const beganMs = performance.now();
  const watch = setInterval(() => {
    const tookMs = performance.now() - beganMs;
    const due = ((tookMs - pace.graceMs) / 1000) * pace.bytesPerSecond;
    if (bytes < due || tookMs > pace.longestMs) refuse(tooSlow);
  }, pace.graceMs / 4);
  request.on('data', take);
  request.once('end', () => {
    endPart();
    resolve('whole');
  });
  request.once('error', () => resolve('cut'));
  request.once('close', () => resolve('cut'));
  if (request.headers.expect !== undefined) response.writeContinue();
  try {
    const end = await promise.finally(() => clearInterval(watch));
    if (end === 'cut') return { kind: 'cut' };
    if (end !== 'whole') return { kind: 'refused', refusal: end };
    room.fix(holder);
    return { kind: 'used', value: await use(parts) };
  } finally {
    room.free(holder);
  }
}
