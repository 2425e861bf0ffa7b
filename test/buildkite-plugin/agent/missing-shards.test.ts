import { expect } from 'vitest';
import { atNight as test } from '../../nightly.ts';
import { openPipeline } from './open-pipeline.ts';

test('a shard that fails or is cancelled is named and never green, until its retry has measured', async () => {
  // The folders of the agent have spaces in their names.
  const build = (await openPipeline({ name: 'an agent here' })).begin('tidy');
  const [first, failed] = [build.begin(0), build.begin(1, { command: 'exit 5' })];
  expect((await first.ended).status).toBe(0);
  const { output, status } = await failed.ended;
  expect(status).toBe(5);
  expect(output).toContain('the command of this step ended with 5');

  const expectIncomplete = async (): Promise<void> => {
    const report = await build.report();
    expect(report.status, report.output).toBe(3);
    const { body, style } = build.annotation();
    expect(style).toBe('warning');
    expect(body).toMatch(/^### .*Incomplete/);
    expect(body).toMatch(/shard 2\b/);
  };
  await expectIncomplete();

  const cancelled = build.begin(1, { retryOf: failed.job });
  await cancelled.printed('pair 2');
  cancelled.cancel();
  expect((await cancelled.ended).status).not.toBe(0);
  expect(build.list(/shard-2-of-2-attempt-2.*run-record/)).toHaveLength(1);
  await expectIncomplete();

  const retried = build.begin(1, { retryOf: cancelled.job });
  expect((await retried.ended).status).toBe(0);
  expect(build.list(/shard-2-of-2-attempt-3.*run-record/)).toHaveLength(1);
  const report = await build.report();
  expect(report.status, report.output).toBe(0);
  expect(build.annotation().style).toBe('success');
  expect(build.annotation().body).toMatch(/^### ✅ .*Nothing got slower/);
});
