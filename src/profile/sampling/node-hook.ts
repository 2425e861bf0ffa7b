/**
 * Loaded by `--require` into every Node of a test. It keeps functions from being inlined, so that each has samples of its
 * own. Where perf takes these, that is all. Otherwise it writes a profile of its thread as that ends, or how often its
 * code ran.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  if (isMainThread && (profiler === 'perf' || profiler === 'own')) {
    for (const flag of ['--no-turbo-inlining', '--no-maglev-inlining']) setFlagsFromString(flag);
  }
  if (profiler !== 'perf') {
    const session = new Session();
    session.connect();
    const writeText = (text: string, ending: string): void => {
      const name = `${process.pid}-${randomBytes(4).toString('hex')}.${ending}`;
      writeFileSync(join(folder, name), text);
    };
    const write = (profile: object, ending: string): void =>
      writeText(JSON.stringify(profile), ending);
    if (profiler === 'blocks') countBlocks(session, (text) => writeText(text, 'blocks.txt'));
    else if (profiler === 'memory') watchMemory(session, write);
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

const installed = /[/\\]node_modules[/\\]/;

/** In place of `NODE_V8_COVERAGE`, whose offsets need the files as this process sees them. */
function countBlocks(session: Session, write: (text: string) => void): void {
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  process.on('exit', () => {
    session.post('Profiler.takePreciseCoverage', (error, covered) => {
      if (error !== null) return;
      session.post('Debugger.enable');
      write(covered.result.flatMap((script) => describeScript(session, script)).join('\n'));
    });
  });
}

/** `2400 block 41:20-44:3 /src/map.js⇥put`, one for each part that has a count of its own. */
function describeScript(
  session: Session,
  { functions, scriptId, url }: Profiler.ScriptCoverage,
): string[] {
  if (!url.startsWith('file:') || installed.test(url)) return [];
  const path = fileURLToPath(url);
  let source = '';
  session.post('Debugger.getScriptSource', { scriptId }, (error, found) => {
    if (error === null) source = found.scriptSource;
  });
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  // A loader may have compiled it from something with other lines.
  const isSame = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .every(
      (line, at) => line.length === (starts[at + 1] ?? source.length + 1) - 1 - (starts[at] ?? 0),
    );
  if (!isSame) return [];
  const placeOf = (offset: number): string => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return `${low + 1}:${offset - (starts[low] ?? 0)}`;
  };
  return functions.flatMap(({ functionName, ranges }) =>
    ranges.map(({ count, endOffset, startOffset }, at) => {
      const space = /\s*/y;
      space.lastIndex = startOffset;
      const start = startOffset + (space.exec(source)?.[0].length ?? 0);
      const kind = at === 0 ? 'function' : 'block';
      const place = `${placeOf(Math.min(start, endOffset))}-${placeOf(endOffset)}`;
      // V8 counts in 32 bits, and takes the highest for a sign.
      return `${count >>> 0} ${kind} ${place} ${path}\t${functionName}`;
    }),
  );
}
