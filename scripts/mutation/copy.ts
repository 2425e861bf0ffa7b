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
  read: (file: string) => string;
  /** Runs some tests while a file holds another text. */
  tryText: (file: string, text: string, tests: readonly string[]) => Promise<Finding>;
  /** @returns those of these tests that fail without any fault */
  listRed: (tests: readonly string[]) => Promise<string[]>;
}

const vitest = 'node_modules/vitest/vitest.mjs';
/** A test that waits for something that a fault took away has to end some time. */
const mostMs = 300_000;

/** Gives a copy to `work`, with what `npm run build` left, and removes it afterwards. */
export async function withCopy<T>(work: (copy: Copy) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'perigee-mutation-'));
  const folder = join(parent, 'copy');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD'], { cwd: root });
  try {
    for (const name of ['node_modules', 'dist', '.cache']) {
      if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
    }
    return await work({
      read: (file) => readFileSync(join(folder, file), 'utf8'),
      tryText: (file, text, tests) => tryText(folder, file, text, tests),
      listRed: async (tests) => {
        const report = join(parent, 'report.json');
        const options = ['--reporter=json', `--outputFile=${report}`];
        await runTests(folder, [...options, ...tests]);
        return readRed(report).map((file) => file.slice(folder.length + 1));
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
): Promise<Finding> {
  const place = join(folder, file);
  const whole = readFileSync(place, 'utf8');
  writeFileSync(place, text);
  try {
    // Where vitest stops at the first failure, it sometimes ends before it has told which test that was.
    for (const options of [['--bail=1'], []]) {
      const { code, output } = await runTests(folder, [...options, ...tests]);
      if (code === 0) return 'unnoticed';
      // A loop without an end is noticed: the tests never finish.
      if (code === null || /^ FAIL .* > /m.test(output)) return 'noticed';
    }
    return 'does not run';
  } finally {
    writeFileSync(place, whole);
  }
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

function readRed(report: string): string[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string }[];
  };
  return testResults.filter(({ status }) => status !== 'passed').map(({ name }) => name);
}
