import type { RunRecord, Verdict } from '../contract/documents.ts';
import type { Explainer, Question } from '../contract/explainer.ts';
import { parseDiff } from '../evidence/changed-lines.ts';
import { explainTest, isOpen } from '../evidence/explain-test.ts';
import { measureGrowth } from '../evidence/measure-growth.ts';
import type { Growth } from '../evidence/test-functions.ts';

/** What a profiler can explain, by its metric. */
const subjects: readonly (readonly [metric: RegExp, of: Question['of']])[] = [
  [/^(latency|cpu\.)/, 'time'],
  [/^memory\.peak$/, 'memory'],
];

export interface ExplainRequest {
  limitMs: number;
  folder?: string;
  mostTests: number;
  /** Over what was measured. */
  judge(this: void, record: RunRecord): Verdict;
  /** What was measured before, where the run itself measures nothing. */
  measured?: RunRecord;
  /** Tests to look into, also where they did not regress. */
  tests?: readonly string[];
}

/** Looks into tests that regressed by a clock or in memory, the worst first. */
export function createExplainer(request: ExplainRequest): Explainer {
  const { folder, judge, limitMs, measured, mostTests, tests } = request;
  const growths = new Map<string, Growth>();
  return {
    limitMs,
    ...(folder === undefined ? {} : { folder }),
    ask(own) {
      const record = measured ?? own;
      const regressed = listSubjects(judge(record));
      const wanted =
        tests?.map(
          (test): Pick<Question, 'test' | 'of'> =>
            regressed.find((one) => one.test === test) ?? { test, of: 'time' },
        ) ?? regressed;
      return wanted.slice(0, mostTests).flatMap(({ of, test }): Question[] => {
        const growth = measureGrowth(record.profiles.filter((one) => one.test === test));
        if (growth === undefined) return [];
        growths.set(test, growth);
        return [{ test, of, cpuNs: Math.min(growth.before, growth.after) }];
      });
    },
    explain({ of, test }, pairs, diff) {
      const growth = growths.get(test);
      if (growth === undefined) throw new Error(`"${test}" was not asked about`);
      const explanation = explainTest({ test, of, growth, pairs, change: parseDiff(diff) });
      return { explanation, isOpen: isOpen(explanation) };
    },
  };
}

/** What regressed and a profiler can look into: what blocks before what warns, the worst first. */
export function listSubjects({ series }: Verdict): Pick<Question, 'test' | 'of'>[] {
  const found = new Map<string, Pick<Question, 'test' | 'of'>>();
  const regressed = series.filter(({ state }) => state === 'regressed');
  for (const { metric, test } of [...regressed.filter(({ blocking }) => blocking), ...regressed]) {
    const of = subjects.find(([pattern]) => pattern.test(metric))?.[1];
    if (of !== undefined && !found.has(test)) found.set(test, { test, of });
  }
  return [...found.values()];
}
