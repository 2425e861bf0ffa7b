import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Inside } from '../../contract/execution.ts';

/** Samples a second; prime, so that it does not fall in step with timers. */
const frequency = 997;
export const nsOfSample = 1e9 / frequency;

export interface Perf {
  path: string;
  /** Without rights only what runs outside the kernel. */
  event: 'cpu-clock' | 'cpu-clock:u';
}

/** @returns undefined where there is none, or this host does not permit it */
export function findPerf(): Perf | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-perf-'));
  try {
    return (['cpu-clock', 'cpu-clock:u'] as const)
      .map((event) => ({ path: '/usr/bin/perf', event }))
      .find((perf) => {
        const args = [...recordWith(perf, folder), 'true'];
        return spawnSync('env', args, { stdio: 'ignore', timeout: 20_000 }).status === 0;
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The words before the program. Node writes into /tmp where its functions are; a test may have a /tmp of its own, so
 * this is moved beside the samples while that is there: of processes that left a mark, not of another run.
 * @param folder empty
 */
export function recordWith({ event, path }: Perf, folder: string): string[] {
  const began = join(folder, 'began');
  writeFileSync(began, '');
  // Without ids and BPF programs it starts half a second sooner, and leaves no copies of programs in the user's home.
  const sampling = [
    '--no-buildid',
    '--no-buildid-cache',
    '--no-bpf-event',
    '--event',
    event,
    '--freq',
    String(frequency),
    '--call-graph',
    'fp',
  ];
  const record = [path, 'record', '--quiet', ...sampling, '--output', nameData(folder), '--'];
  return ['/bin/sh', '-c', keepMaps, began, ...record];
}

const keepMaps = `"$@"; code=$?
for mark in "\${0%/*}"/[0-9]*.mapped; do
  pid="\${mark##*/}"; map="/tmp/perf-\${pid%.mapped}.map"
  if [ -O "$map" ] && [ "$map" -nt "$0" ]; then mv "$map" "\${0%/*}"; fi
done
exit $code`;

function nameData(folder: string): string {
  return join(folder, 'perf.data');
}

/**
 * Says nothing where the program was ended before perf could write.
 * @param take hears each line
 * @param enter shows the files that the program saw: perf looks up names in them
 */
export async function printSamples(
  { path }: Perf,
  folder: string,
  take: (line: string) => void,
  enter: Inside['enter'] = (command) => command,
): Promise<void> {
  const fields = ['--no-inline', '--fields', 'comm,pid,tid,ip,sym,dso'];
  // The kernel counts as one: its hundred thousand names are not read.
  const names = ['--kallsyms', '/dev/null'];
  const [program = path, ...args] = enter([
    ...[path, 'script', '--input', nameData(folder)],
    ...[...names, ...fields],
  ]);
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    // A timeout of its own would hold this process where there is no such program.
    signal: AbortSignal.timeout(120_000),
  });
  child.on('error', () => undefined);
  for await (const line of createInterface({ input: child.stdout })) take(line);
}
