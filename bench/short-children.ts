/**
 * Whether CPU time is complete: 100 short children and a daemon that burns 0.2 s. Each burning process
 * says how much it used itself. `npx node bench/short-children.ts`
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeTestSpan } from '../src/contract/execution.ts';
import { createExecute } from '../src/profile/create-execute.ts';

// The parent waits for the daemon's file, not for the daemon: nobody but Perigee waits for that one.
const program = `
import os, resource, subprocess, sys, time
for _ in range(100): subprocess.run(["/bin/true"])
if os.fork() == 0:
    os.setsid()
    if os.fork() > 0: os._exit(0)
    while time.process_time() < 0.2: pass
    open("used.part", "w").write(str(time.process_time()))
    os.rename("used.part", "used")
    os._exit(0)
os.wait()
while not os.path.exists("used"): time.sleep(0.02)
time.sleep(0.1)
rusages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(sum(r.ru_utime + r.ru_stime for r in rusages), open("used").read())
`;

for (const atMost of [0, 1] as const) {
  const directory = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
  const profiling = await createExecute(atMost);
  const { spans, outcome } = await profiling.execute({
    command: ['python3', '-c', program],
    directory,
    environment: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 60_000,
    logFile: join(directory, 'log'),
    services: [],
    signal: new AbortController().signal,
  });
  await profiling.close();
  const [own = 0, daemon = 0] = readFileSync(join(directory, 'log'), 'utf8').split(' ').map(Number);
  const seen = (spans.find((span) => span.span === wholeTestSpan)?.values['cpu.total'] ?? 0) / 1e6;
  const used = (own + daemon) * 1000;
  console.log(
    `tier ${profiling.tier}: ${outcome.status}; test and children ${(own * 1000).toFixed(1)} ms, ` +
      `daemon ${(daemon * 1000).toFixed(1)} ms, Perigee saw ${seen.toFixed(1)} ms ` +
      `(${((seen / used) * 100).toFixed(1)}%)`,
  );
  rmSync(directory, { recursive: true });
}
