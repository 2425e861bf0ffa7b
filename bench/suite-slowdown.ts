/**
 * By how much measuring slows a test: pairs of the same program, one measured and one only started and
 * waited for, in random order. Prints the median ratio of CPU time and of time as the program itself
 * reads them. `npx node bench/suite-slowdown.ts [pairs]`
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExecute } from '../src/profile/create-execute.ts';
import { median } from '../src/stats/median.ts';

const pairs = Number(process.argv[2] ?? 20);
const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
const environment = { PATH: process.env['PATH'] ?? '' };
/** Files, hashing, short children and threads; it says its own CPU time and time in seconds. */
const program = `
import hashlib, os, resource, subprocess, threading, time
begin = time.perf_counter()
data = os.urandom(1 << 20)
def work():
    for _ in range(150): hashlib.sha256(data).digest()
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads: thread.start()
for i in range(3000):
    with open("file", "wb") as file: file.write(data[:1000])
    os.unlink("file")
for _ in range(20): subprocess.run(["/bin/true"])
for thread in threads: thread.join()
usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(sum(u.ru_utime + u.ru_stime for u in usages), time.perf_counter() - begin)
`;
const command = ['python3', '-c', program] as const;

interface Cost {
  cpu: number;
  time: number;
}

function parse(text: string): Cost {
  const [cpu = Number.NaN, time = Number.NaN] = text.trim().split(' ').map(Number);
  return { cpu, time };
}

function runAlone(): Cost {
  const [name, ...values] = command;
  return parse(spawnSync(name, values, { cwd: folder, env: environment, encoding: 'utf8' }).stdout);
}

for (const atMost of [0, 1] as const) {
  const profiling = await createExecute(atMost);
  const runMeasured = async (): Promise<Cost> => {
    const logFile = join(folder, 'log');
    rmSync(logFile, { force: true });
    await profiling.execute({
      command,
      directory: folder,
      environment,
      timeoutMs: 60_000,
      logFile,
      services: [],
      signal: new AbortController().signal,
    });
    return parse(readFileSync(logFile, 'utf8'));
  };
  runAlone();
  const ratios: Cost[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const measuredFirst = Math.random() < 0.5;
    const first = measuredFirst ? await runMeasured() : runAlone();
    const second = measuredFirst ? runAlone() : await runMeasured();
    const [measured, alone] = measuredFirst ? [first, second] : [second, first];
    ratios.push({ cpu: measured.cpu / alone.cpu, time: measured.time / alone.time });
  }
  await profiling.close();
  for (const what of ['cpu', 'time'] as const) {
    const values = ratios.map((ratio) => ratio[what]);
    const quartile = (share: number) =>
      values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
    console.log(
      `tier ${profiling.tier}, ${what}: median ratio ${median(values).toFixed(4)} ` +
        `(quartiles ${quartile(0.25).toFixed(3)} to ${quartile(0.75).toFixed(3)}, ${pairs} pairs)`,
    );
  }
}
rmSync(folder, { recursive: true });
