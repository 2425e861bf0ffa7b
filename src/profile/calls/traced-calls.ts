import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Execution, ExecutionRequest } from '../../contract/execution.ts';
import { readProfile } from '../sampling/read-profiles.ts';

/**
 * Counts the system calls of one execution with strace, where the kernel lets this user count no others. Packets and
 * connections have no count: it sees calls alone. Each call stops its process, so nothing is measured meanwhile.
 */
export class TracedCalls {
  readonly prefix: readonly string[];
  readonly environment: ExecutionRequest['environment'];
  readonly #folder: string;

  constructor(strace: string, { environment, inside }: ExecutionRequest) {
    this.#folder = mkdtempSync(join(inside?.scratch ?? tmpdir(), 'perigee-calls-'));
    this.environment = environment;
    // With -D the test itself is what ends, as without strace.
    this.prefix = [strace, '-D', '-f', '-c', '-qq', '-e', 'signal=none', '-o', this.#file, '--'];
  }

  describe(execution: Execution): Execution {
    const calls = parseSummary(readProfile(this.#file) ?? '');
    return Object.keys(calls).length === 0 ? execution : { ...execution, calls, callsBy: 'strace' };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, 'summary');
  }
}

/** There are fewer calls; the test may write there too. */
const mostLines = 600;

/** Lines such as ` 98.68    0.018   112    166   3 pwrite64`, of which the share of time may be missing. */
function parseSummary(text: string): Record<string, number> {
  const calls: Record<string, number> = {};
  for (const line of text.split('\n', mostLines)) {
    const [, count = '', name = ''] =
      /^\s*(?:[\d.]+\s+)?\d+\.\d+\s+\d+\s+(\d{1,15})\s+(?:\d+\s+)?([a-z_]\w{0,40})$/.exec(line) ??
      [];
    if (name !== '' && name !== 'total') calls[`syscall.${name}`] = Number(count);
  }
  return calls;
}
