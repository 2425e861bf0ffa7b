import type { Problem, Side } from '../../contract/documents.ts';
import { codeUnseen } from '../../contract/gaps.ts';
import type { Observation, Observer } from '../../contract/observation.ts';
import type { SuiteTest } from '../../contract/suite.ts';

/** Says of a test whether it ran the code of its side, from what it was seen to read. */
export interface CodeJudge {
  judge(test: SuiteTest, side: Side, observation: Observation): Problem[];
  /** The consequence for a test that was not observed on a side; nothing if no other code can be in its reach. */
  explainUnseen(test: SuiteTest, side: Side, observer: Observer | undefined): Promise<Problem[]>;
}

/** Which code each test was seen to run on each side. */
export class CodeWatch {
  readonly observer: Observer | undefined;
  /** The user's checkouts of the repository. */
  readonly roots: readonly string[];
  readonly #judge: CodeJudge;
  readonly #found = new Map<string, Problem[]>();

  /** @param observer absent where nothing shows what a test reads */
  constructor(judge: CodeJudge, roots: readonly string[], observer: Observer | undefined) {
    this.#judge = judge;
    this.roots = roots;
    this.observer = observer;
  }

  isSeen({ name }: SuiteTest, side: Side): boolean {
    return this.#found.has(key(name, side));
  }

  /** @returns what is wrong with the code that it ran */
  note(test: SuiteTest, side: Side, observation: Observation): readonly Problem[] {
    const known = this.#found.get(key(test.name, side)) ?? [];
    const found = known.length > 0 ? known : this.#judge.judge(test, side, observation);
    this.#found.set(key(test.name, side), found);
    return found;
  }

  /** @param passed tests with values on a side: each had to be seen there */
  async conclude(passed: readonly { test: SuiteTest; side: Side }[]): Promise<Problem[]> {
    const problems = [...this.#found.values()].flat().filter(({ code }) => code !== codeUnseen);
    for (const { side, test } of passed) {
      const found = this.#found.get(key(test.name, side));
      if (found !== undefined && !found.some(({ code }) => code === codeUnseen)) continue;
      problems.push(...(await this.#judge.explainUnseen(test, side, this.observer)));
    }
    return problems;
  }
}

function key(test: string, side: Side): string {
  return `${side} ${test}`;
}
