/**
 * Questions about the movements of one span. None is answered with yes by a metric that was not measured, or of
 * which the runs do not say how it moved: a pattern speaks only if it was told from its neighbours.
 */
export interface Signs {
  /** Some of them went up. */
  up: (...metrics: string[]) => boolean;
  /** Some of them went down. */
  down: (...metrics: string[]) => boolean;
  /** Some of them were measured, and none of them went up. */
  notUp: (...metrics: string[]) => boolean;
  /** Some of them were measured, and none of them moved. */
  still: (...metrics: string[]) => boolean;
  /** Some of them went up by far more than the other metric did. */
  outgrew: (other: string, ...metrics: string[]) => boolean;
  /** The other metric did not go up by far more than all of them. */
  follows: (other: string, ...metrics: string[]) => boolean;
}

export interface KnownPattern {
  name: string;
  fits: (signs: Signs) => boolean;
  /** A possible meaning; hedged, since the same movements can have other causes. */
  text: string;
}

const cpu = ['cpu.total', 'cpu.user', 'cpu.system'];
const work = ['syscalls', 'disk.writes', 'disk.write_bytes', 'disk.reads', 'disk.read_bytes'];
const packets = ['network.sent_packets', 'network.received_packets'];
const network = [...packets, 'network.sent_bytes', 'network.received_bytes'];
const voluntary = 'context_switches.voluntary';
const involuntary = 'context_switches.involuntary';

const writesMore = (s: Signs) => s.up('disk.writes', 'disk.write_bytes');
const waitsLonger = (s: Signs) => s.up('latency') && s.still(...cpu);

/** The most specific first. */
export const knownPatterns: readonly KnownPattern[] = [
  {
    name: 'less-work-done',
    fits: (s) => s.up('latency') && s.up(...cpu) && s.down(...work, ...network) && s.notUp(...work),
    text: 'Latency and CPU went up while system calls, disk or network activity went down: it works harder and gets less done. Look for a hot loop, a livelock, or threads that spin or wait for one another (a deadlock until a timeout).',
  },
  {
    name: 'cancelled-requests',
    fits: (s) => s.up('latency') && s.down(...network) && s.up('memory.peak'),
    text: 'It takes longer with less network traffic and more memory: requests are probably cancelled, stalled or held back while their data piles up. Look at windows, flow control, buffers and early aborts.',
  },
  {
    name: 'unbounded-concurrency',
    fits: (s) =>
      s.up('latency') &&
      s.up(...cpu) &&
      s.up('memory.peak') &&
      s.outgrew('latency', voluntary, involuntary),
    text: 'Latency, CPU and memory went up together, and context switches by far more: often too much runs at once or a queue grows without bound. Look for a limit on concurrency or on a queue that was removed or raised.',
  },
  {
    name: 'more-data',
    fits: (s) => s.up(...cpu) && s.up('memory.peak'),
    text: 'CPU and memory went up together: it probably handles or keeps more data than before. Look for copies, larger buffers, a data structure that takes more room, or input that is now read whole.',
  },
  {
    name: 'memory-pressure',
    fits: (s) => s.up('page_faults.major'),
    text: 'More major page faults: pages had to be read back from disk. The working set may no longer fit into memory, or cached files are read again.',
  },
  {
    name: 'more-disk-writes',
    fits: (s) => writesMore(s) && waitsLonger(s),
    text: 'More disk writes and a longer wait, with CPU as before: look for more frequent flushes (fsync), smaller batches, or the same data written more than once.',
  },
  {
    name: 'waiting',
    fits: (s) => s.up('latency') && s.notUp(...cpu) && s.up(voluntary),
    text: 'Latency went up, CPU did not, and it gave up the CPU more often by itself: it waits. Look for I/O, flushes to disk (fsync), locks, or a request that was made to wait for another.',
  },
  {
    name: 'contention',
    fits: (s) => s.up(involuntary) && s.up('latency') && s.notUp(...cpu),
    text: 'It was taken off the CPU more often and took longer: more threads or processes compete for the cores than before. Look for a larger pool of workers, or for something else that ran on this machine.',
  },
  {
    name: 'chatty-network',
    fits: (s) => s.up(...network),
    text: 'More network traffic for the same work: look for retries, smaller messages, lost compression, or requests made one by one that used to be batched.',
  },
  {
    name: 'more-disk-reads',
    fits: (s) => s.up('disk.reads', 'disk.read_bytes'),
    text: 'More was read from disk: look for a cache that no longer hits, data read more than once, or smaller reads.',
  },
  {
    name: 'disk-writes-only',
    fits: (s) => writesMore(s) && !waitsLonger(s),
    text: 'More was written to disk for the same work: look for more frequent flushes (fsync), smaller batches, logging, or data written more than once.',
  },
  {
    name: 'more-computation',
    fits: (s) =>
      s.follows('latency', ...cpu) &&
      s.up(...cpu) &&
      s.notUp('memory.peak') &&
      s.notUp(...work) &&
      !s.up(...network),
    text: 'More CPU for the same work, and nothing else grew as far: look for a costlier algorithm, hashing, parsing or serialisation, or a data structure whose lookups became linear.',
  },
  {
    name: 'memory-only',
    fits: (s) => s.up('memory.peak') && s.still('latency') && s.still(...cpu),
    text: 'Only memory went up: look for a cache without a limit, a leak, or data that is now kept whole instead of streamed.',
  },
  {
    name: 'pure-wait',
    fits: (s) =>
      s.up('latency') &&
      s.still(...cpu) &&
      s.still(voluntary) &&
      s.still(...work) &&
      !s.up(...network) &&
      !s.down(...network),
    text: 'Only latency went up: it waits without working. Look for a sleep, a timer, a timeout that is now reached, or a lock held for longer.',
  },
];
