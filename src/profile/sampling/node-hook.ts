/**
 * Loaded by `--require` into every Node of a test. It keeps functions from being inlined, so that each has samples of its
 * own. Where perf takes these, that is all. Otherwise it writes a profile of its thread as that ends.
 */
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { isMainThread, Worker } from 'node:worker_threads';
import { watchMemory } from './node-memory.ts';

const {
  PERIGEE_PROFILES: folder,
  PERIGEE_PROFILER: profiler,
  PERIGEE_PROFILE_UNTIL: until,
} = process.env;
if (folder !== undefined) {
  // They hold for all threads.
  if (isMainThread && profiler !== 'memory') {
    for (const flag of ['--no-turbo-inlining', '--no-maglev-inlining']) setFlagsFromString(flag);
  }
  if (profiler !== 'perf') {
    const session = new Session();
    session.connect();
    const write = (profile: object, ending: string): void => {
      const name = `${process.pid}-${randomBytes(4).toString('hex')}.${ending}`;
      writeFileSync(join(folder, name), JSON.stringify(profile));
    };
    if (profiler === 'memory') watchMemory(session, write);
    else watchTime(session, write);
  }
}

function watchTime(session: Session, write: (profile: object, ending: string) => void): void {
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: until === undefined ? 100 : 1000 });
  session.post('Profiler.start');
  const end = (): void => {
    // The session is in this process: the answer is there before the call returns.
    session.post('Profiler.stop', (error, stopped) => {
      if (error === null) write(stopped.profile, 'cpuprofile');
    });
  };
  process.on('exit', end);
  if (isMainThread && until !== undefined) endAt(Number(until), end);
}

/** Another thread makes this one write, which may never come to a timer. */
function endAt(untilMs: number, end: () => void): void {
  const name = 'perigee.endProfile';
  const awaited = join(folder ?? '', `${process.pid}.awaited`);
  writeFileSync(awaited, '');
  const value = (): void => {
    end();
    rmSync(awaited, { force: true });
  };
  Object.defineProperty(globalThis, Symbol.for(name), { value });
  const code = `
    const { Session } = require('node:inspector');
    const stay = setInterval(() => {}, 1000);
    setTimeout(() => {
      const session = new Session();
      session.connectToMainThread();
      const expression = "globalThis[Symbol.for('${name}')]()";
      session.post('Runtime.evaluate', { expression }, () => clearInterval(stay));
    }, ${Math.max(0, untilMs - Date.now())});
  `;
  // Its environment has no hook to load.
  new Worker(code, { eval: true, env: {}, execArgv: [] }).unref();
}
