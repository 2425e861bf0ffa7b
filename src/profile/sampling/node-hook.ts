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
  if (profiler === 'perf') {
    try {
      // Whose file of names in /tmp is to be taken from there.
      writeFileSync(join(folder, `${process.pid}.mapped`), '');
    } catch {
      // The test has removed the folder.
    }
  } else {
    const session = new Session();
    session.connect();
    const writeText = (text: string, ending: string): string => {
      const file = join(folder, `${process.pid}-${randomBytes(4).toString('hex')}.${ending}`);
      writeFileSync(file, text);
      return file;
    };
    const write = (profile: object, ending: string): void =>
      void writeText(JSON.stringify(profile), ending);
    if (profiler === 'blocks') countBlocks(session, writeText);
    else if (profiler === 'memory') watchMemory(session, write);
    else watchTime(session, write);
  }
}

function watchTime(session: Session, write: (profile: object, ending: string) => void): void {
  const { system, user } = process.cpuUsage();
  const startUs = isMainThread ? system + user : 0;
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: until === undefined ? 100 : 1000 });
  session.post('Profiler.start');
  const end = (): void => {
    // The session is in this process: the answer is there before the call returns.
    session.post('Profiler.stop', (error, stopped) => {
      if (error === null) write({ ...stopped.profile, startUs }, 'cpuprofile');
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
function countBlocks(session: Session, write: (text: string, ending: string) => string): void {
  // It stays where this thread is ended from outside, which leaves no counts.
  const mark = write('', 'begun');
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  process.on('exit', () => {
    session.post('Profiler.takePreciseCoverage', (error, covered) => {
      if (error !== null) return;
      session.post('Debugger.enable');
      // A file that is loaded twice is two scripts.
      const counts = new Map<string, number>();
      for (const script of covered.result) {
        for (const [place, count] of describeScript(session, script)) {
          counts.set(place, (counts.get(place) ?? 0) + count);
        }
      }
      write([...counts].map(([place, count]) => `${count} ${place}`).join('\n'), 'blocks.txt');
      rmSync(mark, { force: true });
    });
  });
}

/** `block 41:20-44:3 /src/map.js⇥put` → 2400, for each part that has a count of its own. */
function describeScript(session: Session, script: Profiler.ScriptCoverage): [string, number][] {
  if (!script.url.startsWith('file:') || installed.test(script.url)) return [];
  try {
    return listParts(session, script);
  } catch {
    // Its file is gone.
    return [];
  }
}

function listParts(
  session: Session,
  { functions, scriptId, url }: Profiler.ScriptCoverage,
): [string, number][] {
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
    ranges.map(({ count, endOffset, startOffset }, at): [string, number] => {
      const space = /\s*/y;
      space.lastIndex = startOffset;
      const start = startOffset + (space.exec(source)?.[0].length ?? 0);
      const kind = at === 0 ? 'function' : 'block';
      const place = `${placeOf(Math.min(start, endOffset))}-${placeOf(endOffset)}`;
      // V8 counts in 32 bits, and takes the highest for a sign.
      return [`${kind} ${place} ${path}\t${functionName}`, count >>> 0];
    }),
  );
}
