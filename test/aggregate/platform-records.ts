import type { Host, Metric, RunRecord, Side } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { latency, makeProfile, makeRecord } from './make-record.ts';

export const platforms = ['linux-x64', 'darwin-arm64', 'win32-x64'];

const hosts: readonly Pick<Host, 'platform' | 'cpu' | 'kernel'>[] = [
  { platform: 'linux-x64', cpu: { model: 'AMD EPYC 7763', cores: 4 }, kernel: '6.8.0-1021-azure' },
  { platform: 'darwin-arm64', cpu: { model: 'Apple M1 (Virtual)', cores: 3 }, kernel: '24.6.0' },
  { platform: 'win32-x64', cpu: { model: 'AMD EPYC 7763', cores: 4 }, kernel: '10.0.26100' },
];

/** CPU time comes from another source on each system. */
const cpuOf = (place: number): Metric => ({
  ...latency,
  name: 'cpu.total',
  source: place === 0 ? 'cgroup-cpu-stat' : 'wait4',
  scope: place === 0 ? 'cgroup' : 'tree',
  exactness: place === 0 ? 'exact' : 'lower-bound',
});

const pairs = 12;

export interface PlatformOptions {
  /** By platform, how many times as long the test takes after. */
  slower?: Readonly<Record<string, number>>;
  /** The platform where no execution after passes. */
  failing?: string;
}

/** A shard of each platform, with what its machine and its tools would say: one test with a span. */
export function makePlatformRecords({ failing, slower = {} }: PlatformOptions = {}): RunRecord[] {
  return hosts.map((host, place) => {
    const { platform } = host;
    const latencyNs = [2.0e8, 1.4e8, 3.1e8][place] ?? 0;
    const measure = (side: Side, repeat: number) => {
      const noise = 1 + (((repeat * 7 + (side === 'after' ? 3 : 0)) % 11) - 5) / 1000;
      const ns = Math.round(latencyNs * noise * (side === 'after' ? (slower[platform] ?? 1) : 1));
      const isFailing = failing === platform && side === 'after';
      const values = { latency: ns, 'cpu.total': Math.round(ns * 0.8) };
      return makeProfile(side, repeat, ns, {
        metrics: [latency, cpuOf(place)],
        outcome: isFailing ? { status: 'failed', exitCode: 1 } : { status: 'passed' },
        spans: isFailing ? [] : [{ span: wholeTestSpan, annotations: {}, occurrences: 1, values }],
      });
    };
    const repeats = Array.from({ length: pairs }, (_, repeat) => repeat);
    const profiles = repeats.flatMap((repeat) => [
      measure('before', repeat),
      measure('after', repeat),
    ]);
    const { plan } = makeRecord([]);
    return makeRecord(profiles, {
      id: `run-of-${platform}`,
      suite: 'sync',
      shard: { index: place, total: hosts.length, attempt: 1 },
      host: { ...host, fingerprint: String(place).repeat(64), memoryBytes: 16 * 2 ** 30 },
      plan: { ...plan, platforms, repeats: pairs, maxRepeats: pairs },
    });
  });
}
