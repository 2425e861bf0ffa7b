import type { Problem } from '../../contract/documents.ts';
import type { ServiceUnderTest } from '../../contract/execution.ts';
import { countedMetric } from '../../contract/metrics.ts';
import type { Counters } from '../counters.ts';
import type { Readings } from '../lost-counters.ts';
import { MarkedGroups } from './process-group.ts';
import type { Usage } from './wait-for-usage.ts';

interface Request {
  /** The leader of the process group that the test runs in. */
  launcher: number;
  services: readonly ServiceUnderTest[];
  /** What only processes of the test have in their environment. */
  mark: string;
}

/**
 * Counters that every POSIX system has: the use of the test and the children that it waited for, once it has ended.
 * Nothing of it is known while it runs, so spans have their latency alone. A daemon that leaves its parent is not
 * counted.
 */
export class PortableCounters implements Counters {
  readonly problems: Problem[];
  readonly memory = { sample() {}, open: unseen, openSpan: unseen, close: () => undefined };
  readonly switches = { read: () => undefined };
  readonly lost: ReadonlySet<string> = new Set<string>();
  readonly #launcher: number;
  /** Perigee's own peak, in bytes. */
  readonly #inheritedPeak = inheritedPeak();
  #usage: Usage | undefined;
  #instructions: number | undefined;
  readonly #groups: MarkedGroups;

  constructor({ launcher, mark, services }: Request) {
    this.#launcher = launcher;
    this.#groups = new MarkedGroups(mark);
    this.problems = services.map(({ name }) => ({
      code: 'service-missing',
      message: `the service "${name}" is not counted in: this system does not say what a process has used before it ends`,
    }));
  }

  /** The launcher has ended. What it left executes instructions that are missing in its own. */
  take(usage: Usage | undefined, instructions?: number): void {
    this.#usage = usage;
    if (instructions === undefined || this.listLeft().length > 0) return;
    this.#instructions = instructions;
  }

  get settleMs(): number | undefined {
    return this.#groups.settleMs;
  }

  read(): Readings {
    return {};
  }

  sample(): void {}

  listPrograms(): [] {
    return [];
  }

  listLeft(): number[] {
    return [...this.#groups.listGroup(this.#launcher), ...this.#groups.listMarked()];
  }

  readWhole(): Readings {
    const usage = this.#usage;
    if (this.#instructions !== undefined) return { [countedMetric]: this.#instructions };
    if (usage === undefined) return {};
    return {
      'cpu.total': usage.userNs + usage.systemNs,
      'cpu.user': usage.userNs,
      'cpu.system': usage.systemNs,
      'page_faults.minor': usage.minorFaults,
      'page_faults.major': usage.majorFaults,
      'context_switches.voluntary': usage.voluntarySwitches,
      'context_switches.involuntary': usage.involuntarySwitches,
      'memory.peak': usage.peakBytes > this.#inheritedPeak ? usage.peakBytes : undefined,
    };
  }

  close(): void {}
}

function unseen(): { bytes: undefined } {
  return { bytes: undefined };
}

/** On Linux a process begins with the peak of the one that started it: below it nothing is known. */
function inheritedPeak(): number {
  return process.platform === 'linux' ? process.resourceUsage().maxRSS * 1024 : 0;
}
