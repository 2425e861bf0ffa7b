import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wholeTestSpan } from '../../../src/contract/execution.ts';
import { createExecute } from '../../../src/profile/create-execute.ts';
import { loadSystemCalls } from '../../../src/profile/host/system-calls.ts';
import { executeHere, findSpan } from '../execute-here.ts';

const calls = await loadSystemCalls();

/** Uses 0.5 s of CPU, then waits to be ended. */
const daemon = `
import time
while time.process_time() < 0.5: pass
print(1, flush=True)
time.sleep(60)
`;

// Needs koffi: without it no orphan is adopted.
test.skipIf(calls === undefined)(
  'a daemon that setup left and that ends during a test does not count for the test',
  async () => {
    const profiling = await createExecute(0);
    const script = 'python3 -c "$1" > "$2" 2>&1 & echo $!';
    const log = `/tmp/perigee-daemon-${process.pid}`;
    const { stdout } = spawnSync('sh', ['-c', script, 'setup', daemon, log], { encoding: 'utf8' });
    while (readFileSync(log, 'utf8') === '') spawnSync('sleep', ['0.05']);
    const end = ['sh', '-c', `kill -KILL ${stdout.trim()}; sleep 0.6`];
    const execution = await executeHere(0, end);
    await profiling.close();
    spawnSync('rm', [log]);
    expect(findSpan(execution, wholeTestSpan).values['cpu.total']).toBeLessThan(300e6);
  },
);
