import { wholeTestSpan } from '../../contract/execution.ts';
import { limits } from './annotation-rules.ts';
import type { FoldedSpans } from './fold-spans.ts';
import type { ExportedBatch, ExportedSpan } from './parse-otlp.ts';

type Report = (code: string, why: string, span?: string) => void;

/** As between the clocks of a test and of Perigee: 2 ms and 1%. */
const tolerance = { ns: 2e6, share: 0.01 };

/**
 * The spans that OpenTelemetry exported in one execution. Parents end after their children, so all wait for the last.
 */
export class ExportedSpans {
  #spans: ExportedSpan[] = [];
  readonly #reasons = new Set<string>();

  /**
   * @param passedNs since the test began, which no span of it exceeds
   * @param report once for each reason
   * @returns how many spans were refused
   */
  take({ spans, refused }: ExportedBatch, passedNs: number, report: (why: string) => void): number {
    let count = 0;
    const refuse = (why: string): void => {
      count += 1;
      if (this.#reasons.has(why) || this.#reasons.size >= limits.openSpans) return;
      this.#reasons.add(why);
      report(why);
    };
    for (const why of refused) refuse(why);
    for (const span of spans) {
      const why = this.#refuse(span, passedNs);
      if (why === undefined) this.#spans.push(span);
      else refuse(why);
    }
    return count;
  }

  /** Adds all of them to those that the test marked itself. They have a latency, and nothing else. */
  foldInto(folded: FoldedSpans, report: Report): void {
    const names = new Map(this.#spans.map(({ id, span }) => [id, span]));
    const said = new Set<string>();
    const reportOnce: Report = (code, why, span) => {
      const key = `${code} ${span ?? ''}`;
      if (!said.has(key)) report(code, why, span);
      said.add(key);
    };
    for (const { span, parentId, annotations, latencyNs, failed } of this.#spans) {
      if (failed) {
        reportOnce('span-failed', 'its status is an error, so it is not counted', span);
        continue;
      }
      const parent = parentId === undefined ? undefined : names.get(parentId);
      const named = parent === undefined ? {} : { parent: { span: parent } };
      const why = folded.add({ span, ...named, annotations, values: { latency: latencyNs } });
      if (why !== undefined) reportOnce('span-refused', why, span);
    }
    this.#spans = [];
  }

  #refuse({ span, latencyNs }: ExportedSpan, passedNs: number): string | undefined {
    if (this.#spans.length >= limits.exportedSpans) {
      return `more than ${limits.exportedSpans} spans were exported: sample fewer`;
    }
    if (span === wholeTestSpan) return `"${wholeTestSpan}" is the name of the span of every test`;
    if (latencyNs <= passedNs * (1 + tolerance.share) + tolerance.ns) return undefined;
    return `${span}: it took longer than its test`;
  }
}
