/**
 * Loaded by `--require` into every Node of a test. It keeps functions from being inlined, so that each has samples of its
 * own. Where perf takes these, that is all. Otherwise it writes a profile of its thread as that ends.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { watchMemory } from './node-memory.ts';

const { PERIGEE_PROFILES: folder, PERIGEE_PROFILER: profiler } = process.env;
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
  session.post('Profiler.setSamplingInterval', { interval: 100 });
  session.post('Profiler.start');
  process.on('exit', () => {
    // The session is in this process: the answer is there before the call returns.
    session.post('Profiler.stop', (error, stopped) => {
      if (error === null) write(stopped.profile, 'cpuprofile');
    });
  });
}
