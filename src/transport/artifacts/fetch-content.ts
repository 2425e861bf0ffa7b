import { createHash } from 'node:crypto';
import { Refused, Unavailable } from '../platform-errors.ts';
import type { ContentPlace } from '../rest/content-place.ts';
import type { Sender } from '../rest/sender.ts';
import { ArtifactRefused } from './artifact-store.ts';
import { download, type PlaceRule } from './download.ts';
import { formatHost } from './storage-hosts.ts';

export interface ContentRequest {
  /** The sender of the API that knows where the content lies. */
  sender: Pick<Sender, 'service' | 'clock'>;
  /** Asks where the content lies. */
  locate(): Promise<ContentPlace>;
  signal: AbortSignal;
  /** As the platform has it; absent where it has none. */
  digest?: { algorithm: 'sha256' | 'sha1'; hex: string };
  /** As the platform says; it decides how long all of it may take. */
  bytes: number;
  /** Longer content is not read to its end. */
  maxBytes: number;
  refusePlace?: PlaceRule;
}

/** Before the second and the third try. */
const pausesMs: readonly number[] = [500, 2000];

/**
 * Fetches what an API keeps in storage elsewhere. A new place is asked for before each try, since the
 * last one holds for a minute only. What comes damaged is fetched once more before the artifact is blamed.
 * How long all of it may take depends on its size: see planPatience.
 * @throws ArtifactRefused when it is gone, too large, or not what was uploaded
 * @throws Unavailable when it helps to wait, Refused when the API does not answer for it
 */
export async function fetchContent(request: ContentRequest): Promise<Buffer> {
  const { clock } = request.sender;
  const { tryMs, totalMs } = planPatience(request.bytes);
  const endMs = clock.monotonicMs() + totalMs;
  // The API's own time to find the place counts too; whole milliseconds are what a timer takes.
  const findDeadlineMs = () => Math.floor(Math.min(tryMs, endMs - clock.monotonicMs()));
  let failure: Error | undefined;
  for (const pauseMs of [0, ...pausesMs]) {
    if (pauseMs > 0) await clock.wait(pauseMs, request.signal);
    if (findDeadlineMs() <= 0) break;
    try {
      return await tryToFetch(request, findDeadlineMs);
    } catch (error) {
      if (!mayPass(error)) throw error;
      failure = error;
    }
  }
  throw failure ?? new Unavailable('nothing was fetched');
}

/** Whether another try may give something else. */
function mayPass(error: unknown): error is Error {
  if (error instanceof Unavailable) return error.retryAfterMs === undefined;
  const passing: readonly string[] = ['artifact-digest-mismatch', 'artifact-unreachable'];
  return error instanceof ArtifactRefused && passing.includes(error.code);
}

async function tryToFetch(
  { digest, locate, maxBytes, refusePlace, sender, signal }: ContentRequest,
  findDeadlineMs: () => number,
): Promise<Buffer> {
  const place = await locate().catch((error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'ci-not-found') throw error;
    throw new ArtifactRefused('artifact-unreachable', 'it is not there any more', { cause: error });
  });
  if (place.kind === 'gone') {
    const message = 'its content was kept for its time, and is gone';
    throw new ArtifactRefused('artifact-expired', message);
  }
  const found = await download({
    ...{ url: place.url, maxBytes, signal },
    deadlineMs: Math.max(1, findDeadlineMs()),
    refusePlace,
  });
  if (found.kind === 'too-large') {
    throw new ArtifactRefused('artifact-too-large', `it has more than ${maxBytes} bytes`);
  }
  if (found.kind === 'nowhere') {
    const message = `it lies at ${formatHost(found.host)}, and there is no such host`;
    throw new ArtifactRefused('artifact-unreachable', message);
  }
  if (found.kind === 'refused') {
    const message = `its storage refuses to give it out (${found.status})`;
    throw new ArtifactRefused('artifact-unreachable', message);
  }
  if (digest === undefined) return found.content;
  const seen = createHash(digest.algorithm).update(found.content).digest('hex');
  if (seen === digest.hex) return found.content;
  throw new ArtifactRefused(
    'artifact-digest-mismatch',
    `what was downloaded has the digest ${seen}, but ${sender.service} has ${digest.hex} for it`,
  );
}

interface Patience {
  /** For one try. */
  tryMs: number;
  /** For all tries together, and the pauses between them. */
  totalMs: number;
}

/** Storage gives a hundred times as much; what gives less would keep a place that other builds wait for. */
const slowestBytesPerMs = 512;
/** Until the first byte, on a bad day. */
const beginMs = 20_000;
const beginAllMs = 60_000;

/** How long it may take to fetch so many bytes: of the largest artifact (112 MiB) less than 5 minutes in all. */
export function planPatience(bytes: number): Patience {
  const neededMs = Math.ceil(bytes / slowestBytesPerMs);
  return { tryMs: beginMs + neededMs, totalMs: beginAllMs + neededMs };
}
