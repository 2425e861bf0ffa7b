import type { Metric, Problem, SpanProfile } from '../../contract/documents.ts';
import { wholeTestSpan } from '../../contract/execution.ts';
import type { PeakGauge } from '../memory-peak.ts';
import { subtractReadings, type Readings } from '../lost-counters.ts';
import { limits } from './annotation-rules.ts';
import { addNumbers, FoldedSpans, nameOf, type NamedSpan } from './fold-spans.ts';
import { ExportedSpans } from './exported-spans.ts';
import type { ExportedBatch } from './parse-otlp.ts';
import {
  mergeNumbers,
  NumberTable,
  type FoldedNumbers,
  type RecordedNumbers,
} from './number-table.ts';
import { refuseLatency } from './refuse-latency.ts';
import {
  BadMessage,
  type BeginMessage,
  type EndMessage,
  type RecordMessage,
  type Switches,
} from './parse-message.ts';

/** The counters that the spans need. */
export interface SpanCounters {
  read(): Readings;
  /** Metrics that are not known any longer. */
  lost: ReadonlySet<string>;
  memory: { sample(): void; openSpan(): PeakGauge; close(gauge: PeakGauge): number | undefined };
  switches: { read(reporter: number): Switches | undefined };
}

interface OpenSpan extends NamedSpan {
  parent: OpenSpan | undefined;
  depth: number;
  pid: number | undefined;
  peak: PeakGauge;
  begin: Readings;
  /** By Perigee's own clock, right before the test hears that it may start. */
  beganNs: number;
  /** The numbers that other processes recorded in it. */
  numbers: RecordedNumbers;
}

const mostProblems = 200;
const readClock = (): number => performance.now() * 1e6;

/** The spans of one execution: those that are open, and those that have ended, folded. */
export class SpanTable {
  readonly #counters: SpanCounters;
  readonly #clock: () => number;
  readonly #open = new Map<string, OpenSpan>();
  readonly #folded = new FoldedSpans();
  readonly #numbers: NumberTable;
  /** Those that were recorded outside a span. */
  readonly #ofWholeTest: RecordedNumbers = new Map();
  readonly #exported = new ExportedSpans();
  readonly #beganNs: number;
  readonly #refusedNumbers = new Set<string>();
  readonly #problems: Problem[] = [];
  #problemsLeftOut = 0;

  /** @param clock monotonic, in nanoseconds */
  constructor(counters: SpanCounters, clock = readClock, numbers = new NumberTable()) {
    this.#counters = counters;
    this.#clock = clock;
    this.#beganNs = clock();
    this.#numbers = numbers;
  }

  /**
   * @param connection who sent it: the ids of spans are its own
   * @returns the key by which other processes name the span
   */
  begin(connection: number, message: BeginMessage): string {
    const key = `${connection}/${message.id}`;
    if (message.span === wholeTestSpan) {
      throw new BadMessage(`"${wholeTestSpan}" is the name of the span that every test has`);
    }
    if (this.#open.has(key)) throw new BadMessage(`span ${message.id} is open already`);
    if (this.#open.size >= limits.openSpans) {
      throw new BadMessage(`more than ${limits.openSpans} spans are open at once`);
    }
    const parent = this.#findParent(connection, message);
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > limits.depth) throw new BadMessage(`spans are nested deeper than ${limits.depth}`);
    const { pid } = message;
    const named = nameOf(message);
    this.#folded.noteCase(named);
    // The reading finds the members, whose memory is sampled then.
    const begin = this.#read(pid, message.switches);
    this.#counters.memory.sample();
    const peak = this.#counters.memory.openSpan();
    const beganNs = this.#clock();
    this.#open.set(key, { ...named, parent, depth, pid, peak, begin, beganNs, numbers: new Map() });
    return key;
  }

  /**
   * Keeps values of a span that has ended, of one that is open in another process, or of the whole test.
   * @throws BadMessage when they are lost; the record then says so, once for each reason
   */
  record(message: RecordMessage): void {
    const { span } = message;
    try {
      this.#numbers.add(this.#findNumbers(message), message);
    } catch (error) {
      this.refuseNumber((error as Error).message, span);
      throw error;
    }
  }

  /** Takes what OpenTelemetry exported. @returns how many of them it refused */
  takeExported(batch: ExportedBatch): number {
    const passedNs = this.#clock() - this.#beganNs;
    return this.#exported.take(batch, passedNs, (why) => this.report('span-refused', why));
  }

  /** Values of a number were lost. The record says so, once for each reason. */
  refuseNumber(why: string, span?: string): void {
    const key = `${span ?? ''}\n${why}`;
    if (this.#refusedNumbers.has(key)) return;
    this.report('number-refused', why, span);
    if (this.#refusedNumbers.size < mostProblems) this.#refusedNumbers.add(key);
  }

  /** @throws BadMessage when the span is lost */
  end(connection: number, message: EndMessage): void {
    const key = `${connection}/${message.id}`;
    const open = this.#open.get(key);
    if (open === undefined) throw new BadMessage(`span ${message.id} is not open`);
    const observedNs = this.#clock() - open.beganNs;
    const end = this.#read(open.pid, message.switches);
    const peak = this.#finish(key, open);
    if (message.failed) {
      this.report('span-failed', 'its body threw an error, so it is not counted', open.span);
      return;
    }
    const named = { ...nameOf(open), expectedFailure: message.expectedFailure === true };
    const refusal =
      refuseLatency(message.latencyNs, observedNs) ??
      this.#folded.add({
        ...named,
        annotations: message.annotations,
        ...(open.parent === undefined ? {} : { parent: nameOf(open.parent) }),
        observedNs,
        values: {
          latency: message.latencyNs,
          ...subtractReadings(end, open.begin, this.#counters.lost),
          'memory.peak': peak,
        },
      });
    if (refusal === undefined) {
      const numbers = this.#folded.findNumbers(named, message.annotations);
      if (numbers !== undefined) mergeNumbers(numbers, open.numbers);
      return;
    }
    this.report('span-refused', refusal, open.span);
    throw new BadMessage(refusal);
  }

  /** A span that its sender tried to end with a message that was refused: it is lost, and closed. */
  refuse(connection: number, id: number, why: string): void {
    const key = `${connection}/${id}`;
    const open = this.#open.get(key);
    if (open === undefined) return;
    this.#finish(key, open);
    this.report('span-refused', why, open.span);
  }

  /** Loses the open spans of one sender, or of all. @param why what happened while they were open */
  abandon(why: string, connection?: number): void {
    for (const [key, open] of this.#open) {
      if (connection !== undefined && !key.startsWith(`${connection}/`)) continue;
      this.#finish(key, open);
      this.report(
        'span-never-ended',
        `it was still open when ${why}, so it is not counted`,
        open.span,
      );
    }
  }

  /** Whether no other span is open where one begins or ends. */
  isOutermost(connection: number, { id, op }: BeginMessage | EndMessage): boolean {
    const { size } = this.#open;
    return op === 'begin' ? size === 0 : size === 1 && this.#open.has(`${connection}/${id}`);
  }

  report(code: string, message: string, span?: string): void {
    if (this.#problems.length >= mostProblems) this.#problemsLeftOut += 1;
    else this.#problems.push({ code, message, span });
  }

  /** @param wholeTest its span, where the test ran to its end; what was recorded outside spans is of it */
  list(wholeTest?: SpanProfile): SpanProfile[] {
    const fold = (numbers: RecordedNumbers, span?: string): FoldedNumbers =>
      this.#numbers.fold(numbers, (message) => this.report('numbers-left-out', message, span));
    const report = this.report.bind(this);
    this.#exported.foldInto(this.#folded, report);
    const spans = this.#folded.list(fold, report);
    if (wholeTest !== undefined) spans.push(addNumbers(wholeTest, fold(this.#ofWholeTest)));
    return spans;
  }

  /** The metrics of the numbers that the list has. */
  get numberMetrics(): Metric[] {
    return this.#numbers.metrics;
  }

  get problems(): readonly Problem[] {
    if (this.#problemsLeftOut === 0) return this.#problems;
    const message = `${this.#problemsLeftOut} more problems of this test were not kept`;
    return [...this.#problems, { code: 'problems-left-out', message }];
  }

  #findParent(connection: number, { parent }: BeginMessage): OpenSpan | undefined {
    if (parent === undefined) return undefined;
    return this.#open.get(typeof parent === 'string' ? parent : `${connection}/${parent}`);
  }

  #findNumbers({ span, parent, annotations, ...ofCase }: RecordMessage): RecordedNumbers {
    if (span !== undefined) {
      const numbers = this.#folded.findNumbers({ ...ofCase, span }, annotations);
      if (numbers !== undefined) return numbers;
      throw new BadMessage(`no span "${span}" with these annotations has ended`);
    }
    if (parent === undefined) return this.#ofWholeTest;
    const open = this.#open.get(parent);
    if (open === undefined) throw new BadMessage('the span in which it was recorded is not open');
    return open.numbers;
  }

  #finish(key: string, open: OpenSpan): number | undefined {
    this.#open.delete(key);
    this.#counters.memory.sample();
    return this.#counters.memory.close(open.peak);
  }

  #read(pid: number | undefined, own: Switches | undefined): Readings {
    const readings = this.#counters.read();
    if (pid === undefined || own === undefined) return readings;
    const others = this.#counters.switches.read(pid);
    if (others === undefined) return readings;
    readings['context_switches.voluntary'] = own.voluntary + others.voluntary;
    readings['context_switches.involuntary'] = own.involuntary + others.involuntary;
    return readings;
  }
}
