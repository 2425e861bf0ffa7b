import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import type { Execute, Execution } from '../../../src/contract/execution.ts';
import { attempt } from '../../../src/contract/attempt.ts';
import { wholeTestSpan } from '../../../src/contract/execution.ts';
import type { Outcome } from '../../../src/contract/documents.ts';
import { latency } from '../../aggregate/make-record.ts';

/** Runs the command for real and measures nothing but its latency. */
export const executeLocally: Execute = (request) =>
  new Promise((resolve) => {
    const started = performance.now();
    const startedAt = new Date().toISOString();
    const { inside } = request;
    const [program = '', ...args] = inside?.enter(request.command) ?? request.command;
    const child = spawn(program, args, {
      cwd: inside === undefined ? request.directory : '/',
      env: { ...request.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stopped: Outcome['status'] | undefined;
    const end = (status: Outcome['status']): void => {
      stopped ??= status;
      // It may have ended already.
      const { pid } = child;
      if (pid !== undefined) attempt(() => process.kill(-pid, 'SIGKILL'));
    };
    const abort = (): void => {
      end('interrupted');
    };
    const timer = setTimeout(() => {
      end('timed-out');
    }, request.timeoutMs);
    request.signal.addEventListener('abort', abort, { once: true });
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      request.signal.removeEventListener('abort', abort);
      resolve(describe(outcome, startedAt, (performance.now() - started) * 1e6));
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        appendFileSync(request.logFile, chunk);
      });
    }
    child.once('error', ({ message }) => {
      finish({ status: 'not-started', message });
    });
    child.once('close', (code) => {
      const status = stopped ?? (code === 0 ? 'passed' : 'failed');
      finish(code === null ? { status } : { status, exitCode: code });
    });
  });

export function describe(outcome: Outcome, startedAt: string, durationNs: number): Execution {
  const values = { latency: durationNs };
  const whole = { span: wholeTestSpan, annotations: {}, occurrences: 1, values };
  return {
    outcome,
    startedAt,
    durationNs,
    metrics: [{ ...latency, source: 'test-clock' }],
    spans: outcome.status === 'passed' ? [whole] : [],
    problems: [],
    hostLoad: {},
  };
}
