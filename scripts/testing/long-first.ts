import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The tests that take longest on an idle machine, longest first. Without this they start by the size of their
 * file, and one that starts late keeps one worker busy while the others have nothing left to do.
 */
export const longTests: readonly string[] = [
  'test/service/distributed.test.ts',
  'test/cli/bisect.test.ts',
  'test/bot/end-to-end/embedded.test.ts',
  'test/bot/end-to-end/kafka-and-influx.test.ts',
  'test/transport/eventlog/kafka/kafka-queue.test.ts',
  'test/runner/inputs/planted-changes.test.ts',
  'test/profile/sdk.test.ts',
  'test/profile/record.test.ts',
  'test/profile/cases/junit.test.ts',
  'test/transport/eventlog/kafka.test.ts',
  'test/action/jobs/run.test.ts',
  'test/buildkite-plugin/agent/verdicts.test.ts',
  'test/action/act/workflow.test.ts',
  'test/cli/explain.test.ts',
  'test/cli/runs.test.ts',
  'test/cli/exit-codes.test.ts',
  'test/runner/inputs/attacks.test.ts',
  'test/runner/inputs/reuse-observation.test.ts',
  'test/report/page.test.ts',
  'test/web/pages/dashboard.test.ts',
  'test/service/kill.test.ts',
];

/** Starts the long tests first, and all others in the order of vitest. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    return putLongFirst(await super.sort(files), ({ moduleId }) => relative(root, moduleId));
  }
}

/** @param nameFile relative to the repository */
export function putLongFirst<T>(files: readonly T[], nameFile: (file: T) => string): T[] {
  const rank = (file: T): number => {
    const place = longTests.indexOf(nameFile(file));
    return place < 0 ? longTests.length : place;
  };
  return files.toSorted((a, b) => rank(a) - rank(b));
}
