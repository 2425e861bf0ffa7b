import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface PageRenderer {
  /**
   * @param packed verdict, as the ledger keeps it
   * @returns the page, compressed as gzip
   * @throws when it takes more time or memory than a page may
   */
  render(packed: string | Uint8Array): Promise<Uint8Array>;
  close(): void;
}

export interface RendererLimits {
  /** For one page. */
  longestMs: number;
  heapMb: number;
  /** Without work for so long the thread ends, and gives back its memory. */
  idleMs: number;
}

/** The largest verdicts, of 20,000 series, take two seconds and 120 MB. */
const usualLimits: RendererLimits = { longestMs: 20_000, heapMb: 256, idleMs: 10_000 };

/** Beside the bundle of the bot, or of a chunk of it; and, where it runs from its sources, beside this file. */
const places = ['./page-worker.mjs', '../page-worker.mjs', './page-worker.ts'];

/** Renders one page at a time, in a thread that is there only while it is needed. */
export function renderInThread(limits: RendererLimits = usualLimits): PageRenderer {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    clearTimeout(idle);
    void thread?.terminate();
    thread = undefined;
  };
  const renderNow = async (packed: string | Uint8Array): Promise<Uint8Array> => {
    clearTimeout(idle);
    const worker = (thread ??= start(limits));
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const late = setTimeout(
      () => reject(new Error(`a page takes more than ${limits.longestMs} ms`)),
      limits.longestMs,
    );
    const stopped = (): void => reject(new Error('the thread that makes pages ended'));
    worker.once('message', resolve).once('error', reject).once('exit', stopped);
    worker.postMessage(packed);
    try {
      const page = await promise;
      idle = setTimeout(end, limits.idleMs).unref();
      return page;
    } catch (error) {
      end();
      throw error;
    } finally {
      clearTimeout(late);
      worker.off('message', resolve).off('error', reject).off('exit', stopped);
    }
  };
  return {
    render: (packed) => {
      const own = last.then(() => renderNow(packed));
      last = own.catch(() => undefined);
      return own;
    },
    close: end,
  };
}

function start({ heapMb }: RendererLimits): Worker {
  const entry = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)));
  if (entry === undefined)
    throw new Error('dist/page-worker.mjs is missing: `npm run build` makes it');
  const worker = new Worker(entry, {
    // No settings and no secret.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // Whoever waits for a page hears of it; nobody else has to.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}
