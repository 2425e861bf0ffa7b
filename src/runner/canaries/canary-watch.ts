import { median } from 'simple-statistics';
import { canaries, cpuLimit } from '../../contract/canaries.ts';
import type { CanaryReadings, Profile } from '../../contract/documents.ts';
import type { Clock } from '../run-request.ts';
import type { Canaries } from './open-canaries.ts';

/** Of the time of the tests, so much may go to the canaries. */
const shareOfSuite = 0.03;
/** A short suite may spend this much all the same: less tells nothing. */
const leastNs = 0.5e9;
/** What one canary takes, before any was measured. */
const assumedNs = 4e6;

/** In times of what a canary usually takes in this run. */
const mostCharged = 5;

/**
 * Measures canaries right before each execution, within a budget: as many of them as it allows, in rotation. Both
 * executions of a pair get the same ones.
 */
export class CanaryWatch {
  readonly #source: Canaries;
  readonly #directory: string;
  readonly #clock: Clock;
  /** Up to the first look. */
  readonly #planned: number;
  /** Nanoseconds so far, by canary. */
  readonly #taken = new Map<string, number[]>();
  #isWarm = false;
  #next = 0;
  #executions = 0;
  #measuredNs = 0;
  #spentNs = 0;
  #readings = 0;

  /**
   * @param directory writable, on the disk that the tests use
   * @param planned executions up to the first look, at least
   */
  constructor(source: Canaries, directory: string, clock: Clock, planned: number) {
    this.#source = source;
    this.#directory = directory;
    this.#clock = clock;
    this.#planned = Math.max(1, planned);
  }

  /**
   * @param first the other execution of the pair, if it ran already
   * @param sides of a pair
   * @returns absent where none are due
   */
  async read(first: Profile | undefined, sides: number): Promise<Pick<Profile, 'canaries'>> {
    const names = first === undefined ? this.#choose(sides) : Object.keys(first.canaries ?? {});
    if (names.length === 0) return {};
    if (!this.#isWarm) await this.#source.warmUp(this.#directory);
    this.#isWarm = true;
    const started = this.#clock.elapsedMs();
    const found: CanaryReadings = await this.#source.measure(names, this.#directory);
    this.#spentNs += this.#charge((this.#clock.elapsedMs() - started) * 1e6, found);
    this.#readings += names.filter((name) => name !== cpuLimit).length;
    return Object.keys(found).length === 0 ? {} : { canaries: found };
  }

  /** An execution was measured: it took so long. */
  note(durationNs: number): void {
    this.#executions += 1;
    this.#measuredNs += durationNs;
  }

  /**
   * What counts against the budget. A canary that takes far longer than usual shows what it is there for, say a disk
   * that is throttled; charged in full it would silence the others for the rest of the run.
   */
  #charge(tookNs: number, readings: CanaryReadings): number {
    let excessNs = 0;
    for (const [name, ns] of Object.entries(readings)) {
      const known = this.#taken.get(name) ?? [assumedNs];
      excessNs += Math.max(0, ns - mostCharged * median(known));
      this.#taken.set(name, [...known, ns]);
    }
    return Math.max(0, tookNs - excessNs);
  }

  #choose(sides: number): string[] {
    const done = this.#executions + sides;
    const expectedNs = (this.#measuredNs / Math.max(1, this.#executions)) * done;
    const leastByNow = (leastNs * done) / this.#planned;
    const allowedNs = Math.max(shareOfSuite * expectedNs, Math.min(leastNs, leastByNow));
    const eachNs = this.#readings === 0 ? assumedNs : this.#spentNs / this.#readings;
    const affordable = Math.floor((allowedNs - this.#spentNs) / (sides * eachNs));
    const count = Math.max(0, Math.min(canaries.length, affordable));
    const from = this.#next;
    this.#next = (from + count) % canaries.length;
    const names = Array.from({ length: count }, (_, i) => (from + i) % canaries.length).map(
      (index) => canaries[index]?.name ?? '',
    );
    return count === 0 ? [] : [...names, cpuLimit];
  }
}
