import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import type { Execution } from '../../../src/contract/execution.ts';
import { profileCode } from '../../../src/profile/code/profile-code.ts';
import { parsePerf, readProfiles } from '../../../src/profile/code/read-profiles.ts';
import { executeLocally } from '../../runner/stage/execute-locally.ts';
import { makeFolder } from '../../make-folder.ts';

const home = fileURLToPath(new URL('../../../', import.meta.url));

let folder: string;
beforeEach(() => (folder = makeFolder()));

function profile(command: string[], environment: Record<string, string> = {}): Promise<Execution> {
  return profileCode(
    executeLocally,
    home,
  )({
    command,
    directory: folder,
    environment: { PATH: process.env['PATH'] ?? '', ...environment },
    timeoutMs: 60_000,
    logFile: join(folder, 'log'),
    services: [],
    signal: new AbortController().signal,
  });
}

const names = ({ functions = [] }: Execution): string => functions.map(({ name }) => name).join();

test('of a test in Node, the time of its functions is there, also of those that process.exit ends', async () => {
  writeFileSync(
    join(folder, 'work.cjs'),
    'function burn() { let s = 0; for (let i = 0; i < 2e8; i += 1) s += i % 7; return s; }\nburn();\nprocess.exit(0);\n',
  );
  const ended = await profile([process.execPath, 'work.cjs']);
  expect(ended.outcome.status).toBe('passed');
  const burn = ended.functions?.find(({ name }) => name.includes('burn'));
  expect(burn?.name).toMatch(/^burn \(.*work\.cjs:1\)$/);
  expect(burn?.selfNs).toBeGreaterThan(1e6);
});

test('what Node was told already is kept', async () => {
  const options = '--stack-trace-limit=7';
  const script = 'if (Error.stackTraceLimit !== 7) process.exit(1)';
  const ended = await profile([process.execPath, '-e', script], { NODE_OPTIONS: options });
  expect(ended.outcome.status).toBe('passed');
});

test('of a test in Python, the time of its functions is there, and another sitecustomize still runs', async () => {
  writeFileSync(join(folder, 'sitecustomize.py'), 'import builtins\nbuiltins.other = 7\n');
  writeFileSync(
    join(folder, 'work.py'),
    'def burn():\n    return sum(i % 7 for i in range(300000))\nburn()\nassert other == 7\n',
  );
  const ended = await profile(['python3', 'work.py'], { PYTHONPATH: folder });
  expect(ended.outcome.status).toBe('passed');
  expect(names(ended)).toMatch(/<genexpr> \(.*work\.py:2\)/);
});

test('samples of perf count to their function, or to the library where it has no name', () => {
  const text =
    '  1003009  7f255ce8607f __strcmp_evex (/usr/lib/libc.so.6)\n  1003009  562eeba6bac3 [unknown] (/usr/bin/dash)\n 1003009 7f255ce8607f __strcmp_evex (/usr/lib/libc.so.6)\nnoise\n';
  expect([...parsePerf(text)]).toEqual([
    ['__strcmp_evex (/usr/lib/libc.so.6)', 2_006_018],
    ['code of /usr/bin/dash', 1_003_009],
  ]);
});

test.skipIf(!existsSync('/usr/bin/perf'))(
  'a program without a profiler of its own starts through perf, where it is permitted',
  async () => {
    const prefixes: (readonly string[] | undefined)[] = [];
    const execute = profileCode((request) => {
      prefixes.push(request.prefix);
      return executeLocally({
        ...request,
        command: [...(request.prefix ?? []), ...request.command],
      });
    }, home);
    const ended = await execute({
      command: ['sh', '-c', 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'],
      directory: folder,
      environment: { PATH: process.env['PATH'] ?? '' },
      timeoutMs: 60_000,
      logFile: join(folder, 'log'),
      services: [],
      signal: new AbortController().signal,
    });
    expect(ended.outcome.status).toBe('passed');
    expect(ended.functions === undefined).toBe(prefixes[0] === undefined);
  },
);

test('the name of a checkout is no part of a place: each side and round has another', () => {
  const place = '/var/tmp/perigee-1000/0f3a0f3a0f3a/20261123-x/0f3a/src/work.py:2';
  const list = [{ name: `burn (${place})`, selfNs: 5 }];
  writeFileSync(join(folder, '1.functions.json'), JSON.stringify(list));
  expect(readProfiles(folder)).toEqual([{ name: 'burn (src/work.py:2)', selfNs: 5 }]);
});

test('files that are cut, or of other shapes, are left out', () => {
  writeFileSync(join(folder, '1.functions.json'), '[{"name": "a", "sel');
  writeFileSync(join(folder, '2.functions.json'), '{"name": 1}');
  writeFileSync(join(folder, '3.functions.json'), '[{"name": ["x"], "selfNs": "much"}]');
  writeFileSync(join(folder, '4.cpuprofile'), '{}');
  writeFileSync(join(folder, '5.cpuprofile'), 'null');
  expect(readProfiles(folder)).toEqual([]);
});
