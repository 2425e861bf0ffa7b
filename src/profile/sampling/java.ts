import { spawn } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { attempt } from '../../contract/attempt.ts';
import type { Stack, Stacks } from '../../contract/execution.ts';
import { clean, longestName } from './name-frame.ts';

const nsOfSample = 1e6;
const mostRecordings = 50;
/** Some hundred bytes for each sample. */
const mostBytes = 256 * 2 ** 20;
const printingMs = 60_000;
const mostPrinted = 512 * 2 ** 20;
const deepest = 64;

/** Without the usual events, which cost time. By default Java looks every 20 ms. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<configuration version="2.0"><event name="jdk.ExecutionSample">
<setting name="enabled">true</setting><setting name="period">1 ms</setting>
</event></configuration>
`;

/**
 * What makes each JVM of a test write where its threads run Java (Flight Recorder, JDK 11 and newer), once it ends by
 * itself. A JVM that lacks the recorder starts without it.
 * @param folder for the recordings; made here
 * @returns options for JDK_JAVA_OPTIONS, which Java 8 does not read; none where they cannot name the folder
 */
export function recordJava(folder: string): string {
  // Java takes the words of the variable apart at spaces, and an option at commas.
  if (/[\s,]/.test(folder)) return '';
  mkdirSync(folder);
  const file = join(folder, 'settings.jfc');
  writeFileSync(file, settings);
  return [
    '-XX:+IgnoreUnrecognizedVMOptions',
    `-XX:StartFlightRecording=filename=${folder},settings=${file},dumponexit=true`,
    // What it says otherwise stands in what the test puts out.
    '-Xlog:jfr+startup=error',
  ].join(' ');
}

/** @returns the stacks of each JVM, with its process; none where the JDK that reads recordings is not on the path */
export async function readJava(
  folder: string,
  path: string | undefined,
): Promise<{ pid: number; stacks: Stacks }[]> {
  const recordings = attempt(() => readdirSync(folder), []).flatMap((name) => {
    const [, pid] = /^hotspot-pid-(\d+)-id-\d+-[\d_]+\.jfr$/.exec(name) ?? [];
    const file = join(folder, name);
    // The test can write there too: a link is not followed, and a pipe not waited for.
    const facts = attempt(() => lstatSync(file));
    const isRecording = facts?.isFile() === true && facts.size <= mostBytes;
    return pid !== undefined && isRecording ? [{ pid: Number(pid), file }] : [];
  });
  const found: { pid: number; stacks: Stacks }[] = [];
  const deadline = AbortSignal.timeout(printingMs);
  for (const { pid, file } of recordings.slice(0, mostRecordings)) {
    const samples = await printSamples(file, path, deadline);
    if (samples.size === 0) continue;
    found.push({ pid, stacks: { profiler: 'JFR', isNoisy: true, weight: nsOfSample, samples } });
  }
  return found;
}

/** Nothing of a recording that cannot be read to its end: its beginning is not the whole. */
async function printSamples(
  file: string,
  path: string | undefined,
  deadline: AbortSignal,
): Promise<Map<Stack, number>> {
  const args = ['print', '--events', 'jdk.ExecutionSample', '--stack-depth', String(deepest), file];
  const child = spawn('jfr', args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...{ signal: deadline, killSignal: 'SIGKILL', env: { PATH: path } },
  });
  // The test chooses the path, so it may have put another program there.
  let printed = 0;
  child.stdout.on('data', (part: Buffer) => {
    printed += part.length;
    if (printed > mostPrinted) child.kill('SIGKILL');
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', resolve);
  });
  const samples = new Map<Stack, number>();
  let frames: string[] | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.trim() === 'stackTrace = [') frames = [];
    else if (frames !== undefined && line.trim() === ']') {
      const stack = ['java', ...frames.reverse()].join(';');
      if (frames.length > 0) samples.set(stack, (samples.get(stack) ?? 0) + 1);
      frames = undefined;
    } else if (frames !== undefined && frames.length < deepest) frames.push(nameMethod(line));
  }
  return (await ended) === 0 ? samples : new Map();
}

/** `com.acme.Table.put(String) line: 3`, in which the line is the one that ran, and a lambda has an address. */
function nameMethod(line: string): string {
  const [, method = line] = /^\s*(.+?)\(.*\) +line: -?\d+$/.exec(line) ?? [];
  return clean(method.replaceAll(/\$\$Lambda[^.]*/g, '$$$$Lambda'), longestName);
}
