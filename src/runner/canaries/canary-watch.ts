import { median } from 'simple-statistics';
import { sidesOf } from '../../contract/sides.ts';
import { type Clock, type RunPorts, systemClock } from '../run-request.ts';
import { canaries, cpuLimit } from '../../contract/canaries.ts';
import type { CanaryReadings, Profile, RunRecord } from '../../contract/documents.ts';
import type { Canaries } from './open-canaries.ts';

/** The canaries may take this share of the time of the tests. */
const shareOfSuite = 0.03;
/** A short suite may spend this much all the same, if its tests take as long: less tells nothing. */
const leastNs = 0.5e9;
/** The time of one canary, before any was measured. */
const assumedNs = 4e6;

/** A canary that differs by more within a pair, and by more than so many times what canaries usually do, … */
const suspicious = Math.log(4);
const usualTimes = 3;
/** … is beside the next pairs too, whatever that takes, to see whether it stays so: a throttled disk is slow to measure. */
const pairsOfSuspect = 5;
const mostSuspects = 3;

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
  /** By how much canaries differed within a pair so far. */
  readonly #differences: number[] = [];
  /** For how many more pairs; they stay here when they are through. */
  readonly #suspects = new Map<string, number>();
  /** Suspects beside the pair that is measured. */
  #followed: readonly string[] = [];
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
    const followedNs = this.#followed.reduce((sum, name) => sum + (found[name] ?? 0), 0);
    this.#spentNs += Math.max(0, (this.#clock.elapsedMs() - started) * 1e6 - followedNs);
    this.#readings += names.filter((name) => ![cpuLimit, ...this.#followed].includes(name)).length;
    if (first?.canaries !== undefined) this.#findSuspects(first.canaries, found);
    return Object.keys(found).length === 0 ? {} : { canaries: found };
  }

  /** An execution was measured: it took so long. */
  note(durationNs: number): void {
    this.#executions += 1;
    this.#measuredNs += durationNs;
  }

  #findSuspects(first: CanaryReadings, second: CanaryReadings): void {
    const found = Object.entries(second).flatMap(([name, ns]) => {
      return name === cpuLimit
        ? []
        : [[name, Math.abs(Math.log(ns / (first[name] ?? ns)))] as const];
    });
    const known = this.#differences;
    const limit = Math.max(suspicious, known.length === 0 ? 0 : usualTimes * median(known));
    known.push(...found.map(([, difference]) => difference));
    for (const [name, difference] of found.toSorted(([, a], [, b]) => b - a)) {
      const isKnown = this.#suspects.has(name) || this.#suspects.size >= mostSuspects;
      if (difference > limit && !isKnown) this.#suspects.set(name, pairsOfSuspect);
    }
  }

  #choose(sides: number): string[] {
    const done = this.#executions + sides;
    const expectedNs = (this.#measuredNs / Math.max(1, this.#executions)) * done;
    const leastByNow = (leastNs * done) / this.#planned;
    // How long tests take is not known before the first.
    const longest = this.#executions === 0 ? Infinity : expectedNs;
    const least = Math.min(leastNs, leastByNow, longest);
    const allowedNs = Math.max(shareOfSuite * expectedNs, least);
    const eachNs = this.#readings === 0 ? assumedNs : this.#spentNs / this.#readings;
    const affordable = Math.floor((allowedNs - this.#spentNs) / (sides * eachNs));
    const count = Math.max(0, Math.min(canaries.length, affordable));
    this.#followed = this.#takeSuspects();
    const names = [...this.#followed, ...this.#takeNext(count, this.#followed)];
    return names.length === 0 ? [] : [...names, cpuLimit];
  }

  #takeSuspects(): string[] {
    const open = [...this.#suspects].filter(([, left]) => left > 0);
    for (const [name, left] of open) this.#suspects.set(name, left - 1);
    return open.map(([name]) => name);
  }

  #takeNext(count: number, known: readonly string[]): string[] {
    const names: string[] = [];
    for (let looked = 0; names.length < count && looked < canaries.length; looked += 1) {
      const { name } = canaries[this.#next] ?? canaries[0];
      this.#next = (this.#next + 1) % canaries.length;
      if (!known.includes(name)) names.push(name);
    }
    return names;
  }
}

/** Nothing where none are measured. */
export function watchCanaries(
  { plan, tests }: RunRecord,
  directory: string,
  { canaries, clock = systemClock }: Pick<RunPorts, 'canaries' | 'clock'>,
): { canaries?: CanaryWatch } {
  if (canaries === undefined) return {};
  const planned = tests.length * plan.repeats * sidesOf(plan).length;
  return { canaries: new CanaryWatch(canaries, directory, clock, planned) };
}
