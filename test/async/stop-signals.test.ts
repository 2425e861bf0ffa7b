import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { linuxOnly } from '../linux-only.ts';

/** As a shell starts a program. */
function listIn(script: string): string {
  const module = new URL('../../src/async/stop-signals.ts', import.meta.url).href;
  const program = `import { stopSignals } from '${module}'; 
    if (!stopSignals.includes('SIGHUP')) process.kill(process.pid, 'SIGHUP');
    setTimeout(() => console.log(stopSignals.join()), 50);`;
  const node = [process.execPath, '--input-type=module', '--eval', program];
  return execFileSync('bash', ['-c', script, ...node], { encoding: 'utf8' }).trim();
}

linuxOnly('a closed terminal ends what it started, and not what nohup did', () => {
  const asked = 'SIGINT,SIGTERM,SIGQUIT,SIGXCPU';
  expect(listIn('"$0" "$@"; true')).toBe(`${asked},SIGHUP`);
  expect(listIn('nohup "$0" "$@"; true')).toBe(asked);
  expect(listIn('trap "" HUP; "$0" "$@"; true')).toBe(asked);
});
