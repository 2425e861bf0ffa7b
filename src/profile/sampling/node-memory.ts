import type { HeapProfiler, Session } from 'node:inspector';

/** Each is a stack, the outermost function first, with the bytes that it holds. */
type Held = Map<string, number>;

/** Smaller ones come from a pool, whose slabs are counted. */
const leastBytes = 4096;
const sampledBytes = 32_768;
const lookMs = 20;
/** A new peak is written down where it is higher by that share. */
const higher = 1.03;

/** Writes, as the thread ends, what held its memory when that was highest: objects by samples, and buffers one by one. */
export function watchMemory(
  session: Session,
  write: (profile: object, ending: string) => void,
): void {
  const buffers: Held = new Map();
  let bufferBytes = 0;
  let highest = 0;
  let peak: { heap?: HeapProfiler.SamplingHeapProfile; buffers: [string, number][] } = {
    buffers: [],
  };
  const look = (): void => {
    const { heapUsed } = process.memoryUsage();
    const now = heapUsed + bufferBytes;
    if (now < highest * higher) return;
    highest = now;
    peak = { buffers: [...buffers] };
    session.post('HeapProfiler.getSamplingProfile', (error, found) => {
      if (error === null) peak.heap = found.profile;
    });
  };
  const gone = new FinalizationRegistry<{ stack: string; bytes: number }>(({ bytes, stack }) => {
    bufferBytes -= bytes;
    buffers.set(stack, (buffers.get(stack) ?? 0) - bytes);
  });
  let highestBuffers = 0;
  const note = <B extends Buffer>(buffer: B): B => {
    const bytes = buffer.buffer.byteLength;
    if (bytes < leastBytes || seen.has(buffer.buffer)) return buffer;
    seen.add(buffer.buffer);
    const stack = readStack();
    bufferBytes += bytes;
    buffers.set(stack, (buffers.get(stack) ?? 0) + bytes);
    gone.register(buffer.buffer, { stack, bytes });
    if (bufferBytes > highestBuffers * higher) {
      highestBuffers = bufferBytes;
      look();
    }
    return buffer;
  };
  const seen = new WeakSet<ArrayBufferLike>();
  for (const name of ['alloc', 'allocUnsafe', 'allocUnsafeSlow', 'from', 'concat'] as const) {
    const make = Buffer[name] as (...given: unknown[]) => Buffer;
    Object.defineProperty(Buffer, name, {
      ...{ configurable: true, writable: true },
      value: (...given: unknown[]) => note(Reflect.apply(make, Buffer, given)),
    });
  }
  session.post('HeapProfiler.enable');
  session.post('HeapProfiler.startSampling', { samplingInterval: sampledBytes });
  setInterval(look, lookMs).unref();
  process.on('exit', () => {
    look();
    write({ ...peak, sampledBytes }, 'heap.json');
  });
}

/** As V8 writes it: `    at put (/src/map.js:41:7)`. */
function readStack(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = before;
  return stack;
}
