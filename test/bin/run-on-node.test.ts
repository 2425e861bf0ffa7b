import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.ts';

const module = new URL('../../bin/run-on-node.mjs', import.meta.url);
let folder: string;
beforeEach(() => (folder = makeFolder()));

/** Runs the script through bin/run-on-node.mjs; sends the signal when it says that it is ready. */
function run(script: string, signal?: NodeJS.Signals): Promise<{ code: unknown; output: string }> {
  const [program, outer] = [join(folder, 'program.mjs'), join(folder, 'outer.mjs')];
  writeFileSync(program, script);
  writeFileSync(
    outer,
    `import { runOnNode } from ${JSON.stringify(module.href)};
     process.exitCode = await runOnNode(process.execPath, [${JSON.stringify(program)}, 'an argument']);`,
  );
  const child = spawn(process.execPath, [outer], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (signal !== undefined && output === 'ready\n') child.kill(signal);
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      resolve({ code, output });
    });
  });
}

test('the program gets its arguments, and its status is handed on', async () => {
  const { code, output } = await run('console.log(process.argv[2]); process.exitCode = 4;');
  expect(output).toBe('an argument\n');
  expect(code).toBe(4);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s is handed on, and the program decides what to do',
  async (signal) => {
    const { code, output } = await run(
      `process.on('${signal}', () => { console.log('stopping'); process.exit(3); });
       setInterval(() => {}, 1000);
       console.log('ready');`,
      signal,
    );
    expect(output).toBe('ready\nstopping\n');
    expect(code).toBe(3);
  },
);

test('a program that a signal ended gives the status that a shell would', async () => {
  expect((await run("process.kill(process.pid, 'SIGKILL');")).code).toBe(137);
  const { code } = await run("setInterval(() => {}, 1000); console.log('ready');", 'SIGTERM');
  expect(code).toBe(143);
});
