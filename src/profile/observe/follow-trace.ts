import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Depth, ObservedPlace, WrapCommand } from '../../contract/observation.ts';
import { openingCalls, type Trace, tracedCalls, TraceReader } from './parse-trace.ts';
import { decodeText, encodeText } from './strace-text.ts';

/** Nothing that strace writes is this line. */
const theEnd = 'end of the trace';
/** As long as a path can be. */
const longestPath = 4096;

/** The arguments of strace; the command follows them. */
function straceArguments(output: string, depth: Depth = 'all'): string[] {
  // Only the calls that are asked for stop the process. Strings in hexadecimal hold no quotes and no brackets.
  // With -D the test itself is what ends: what it leaves in the background is ended as without strace.
  const plain = ['-D', '-f', '--seccomp-bpf', '-qq', '-y', '-xx', '-s', String(longestPath)];
  const traced = depth === 'all' ? tracedCalls : openingCalls;
  const which = ['-e', `trace=${traced},io_uring_setup`, '-e', 'signal=none'];
  // Through a ring a program asks without a call; where there is none, it takes the calls.
  const without = ['-e', 'inject=io_uring_setup:error=ENOSYS'];
  return [...plain, ...which, ...without, '-o', output, '--'];
}

/** @returns the path of a strace that works here; undefined where there is none, or it may not trace */
export function findStrace(): string | undefined {
  for (const folder of ['/usr/bin', '/usr/local/bin', '/bin']) {
    const path = join(folder, 'strace');
    const args = [...straceArguments('/dev/null'), '/bin/sh', '-c', ':'];
    if (spawnSync(path, args, { stdio: 'ignore', timeout: 10_000 }).status === 0) return path;
  }
  return undefined;
}

/**
 * Runs a command under strace and reads what it writes while it runs: nothing of it is kept on a disk.
 * @param place what the command sees elsewhere the trace names as it is on the machine
 */
export async function followTrace<T>(
  strace: string,
  { directory, folder: real, scratch = tmpdir(), seenAt = [] }: ObservedPlace,
  run: (wrap: WrapCommand) => Promise<T>,
  depth?: Depth,
): Promise<{ ended: T; trace: Trace }> {
  const folder = mkdtempSync(join(scratch, 'perigee-trace-'));
  const pipe = join(folder, 'pipe');
  try {
    makePipe(pipe);
    const { O_NONBLOCK, O_RDWR } = constants;
    // Open for writing as well, so that it does not end between the processes that write into it.
    const descriptor = openSync(pipe, O_RDWR | O_NONBLOCK);
    const reader = new TraceReader(directory);
    const translate = createTranslation(seenAt, real);
    const socket = new Socket({ fd: descriptor, readable: true, writable: false });
    const lines = createInterface({ input: socket, crlfDelay: Infinity });
    const whole = new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      lines.on('line', (line) => (line === theEnd ? resolve() : reader.read(translate(line))));
    });
    // The waiting caller gets the fault; until then it is unhandled.
    whole.catch(() => undefined);
    try {
      const ended = await run((command) => [strace, ...straceArguments(pipe, depth), ...command]);
      await writeEnd(pipe);
      await whole;
      return { ended, trace: reader.conclude() };
    } finally {
      lines.close();
      socket.destroy();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A path may be followed by more of it, or end. */
function createTranslation(from: readonly string[], to: string): (line: string) => string {
  const names = from.filter((one) => one !== to).sort((a, b) => b.length - a.length);
  if (names.length === 0) return (line) => line;
  const any = names.map((one) => encodeText(one).replaceAll('\\', '\\\\')).join('|');
  // A name begins behind a quote or a bracket.
  const pattern = new RegExp(`(?<=["<])(${any})((?:\\\\x2f(?:\\\\x[0-9a-f]{2})*)?)(?=[">])`, 'g');
  const replacement = encodeText(to);
  return (line) =>
    line.replace(pattern, (_, name: string, rest: string) =>
      rest.includes(stepOut) ? leave(decodeText(name), decodeText(rest), to) : replacement + rest,
    );
}

const stepOut = encodeText('/..');

/** A path that steps out of a folder may lead anywhere, back into it too. */
function leave(from: string, rest: string, to: string): string {
  const path = posix.normalize(from + rest);
  const isBack = path === from || path.startsWith(`${from}/`);
  return encodeText(isBack ? to + path.slice(from.length) : path);
}

function makePipe(path: string): void {
  const { status } = spawnSync('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`mkfifo ${path} failed`);
}

/**
 * All processes have ended: this comes behind everything that they did. The pipe may be full until this very
 * thread reads it, so nothing may wait inside a call.
 */
async function writeEnd(pipe: string): Promise<void> {
  const descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    while (!tryToWrite(descriptor, `\n${theEnd}\n`)) await sleep(1);
  } finally {
    closeSync(descriptor);
  }
}

/** So short a text is written whole or not at all. */
function tryToWrite(descriptor: number, text: string): boolean {
  try {
    writeSync(descriptor, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
    throw error;
  }
}
