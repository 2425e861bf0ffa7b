import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../checks/tracked-files.ts';

/** What tests say of a fault. `does not run`: no test failed by itself, which proves nothing. */
export type Finding = 'noticed' | 'unnoticed' | 'does not run';

/** The last commit in a folder of its own, in which faults can be planted. */
export interface Copy {
  /** Runs some tests while a file holds another text. One that fails without the fault as well proves nothing. */
  tryText: (file: string, text: string, tests: readonly string[]) => Promise<Finding>;
}

const vitest = 'node_modules/vitest/vitest.mjs';
/** A test that waits for something that a fault took away has to end some time. */
const mostMs = 180_000;

/** Gives a copy to `work`, with what `npm run build` left, and removes it afterwards. */
export async function withCopy<T>(work: (copy: Copy) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'perigee-mutation-'));
  const folder = join(parent, 'copy');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD'], { cwd: root });
  try {
    for (const name of ['node_modules', 'dist', '.cache']) {
      if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
    }
    const known = new Map<string, 'red' | 'green'>();
    return await work({
      tryText: async (file, text, tests) => {
        for (;;) {
          const able = tests.filter((test) => known.get(test) !== 'red');
          const { finding, failed } = await tryText(folder, file, text, able);
          const unknown = failed.filter((test) => !known.has(test));
          if (unknown.length === 0) return finding;
          const red = await listFailed(folder, unknown);
          for (const test of unknown) known.set(test, red.includes(test) ? 'red' : 'green');
          for (const test of red) console.log(`red without any fault, so left out: ${test}`);
          if (failed.some((test) => known.get(test) === 'green')) return finding;
        }
      },
    });
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
    rmSync(parent, { recursive: true, force: true });
  }
}

async function tryText(
  folder: string,
  file: string,
  text: string,
  tests: readonly string[],
): Promise<{ finding: Finding; failed: string[] }> {
  if (tests.length === 0) return { finding: 'unnoticed', failed: [] };
  const place = join(folder, file);
  const whole = readFileSync(place, 'utf8');
  writeFileSync(place, text);
  try {
    // Where vitest stops at the first failure, it sometimes ends before it has told which test that was.
    for (const options of [['--bail=1'], []]) {
      const { code, output } = await runTests(folder, [...options, ...tests]);
      if (code === 0) return { finding: 'unnoticed', failed: [] };
      const failed = readFailed(output);
      // A loop without an end is noticed: the tests never finish.
      if (code === null || failed.length > 0) return { finding: 'noticed', failed };
    }
    return { finding: 'does not run', failed: [] };
  } finally {
    writeFileSync(place, whole);
  }
}

/** @returns those of these tests that fail */
async function listFailed(folder: string, tests: readonly string[]): Promise<string[]> {
  const { code, output } = await runTests(folder, tests);
  return code === null ? [...tests] : readFailed(output);
}

function readFailed(output: string): string[] {
  const found = output.matchAll(/^ FAIL .*?(test\/\S+\.test\.ts) > /gm);
  return [...new Set([...found].map(([, file = '']) => file))];
}

/** @returns the exit code; null where the tests had not ended in time */
async function runTests(
  cwd: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  // A group of its own: a worker in an endless loop would outlive the process that started it.
  const child = spawn(process.execPath, [vitest, 'run', '--no-color', ...args], {
    ...{ cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  }
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), mostMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, output };
}
