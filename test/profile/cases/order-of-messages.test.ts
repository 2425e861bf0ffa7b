/** What is inside a span of a test case and what is not, told by a collector that writes down what it hears. */
import { spawn } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CaseRunner } from '../../../src/contract/suite.ts';
import { startCases } from '../../../src/runner/start-cases.ts';
import {
  fetchNodeRunner,
  fetchPytest,
  nodeRunners,
  pytestVersions,
} from '../../servers/test-runners.ts';
import { root } from '../execute-here.ts';
import { makeFolder, writeFiles } from '../../make-folder.ts';

let folder: string;
let heard: string[];
let collector: Server;
beforeEach(async () => {
  folder = makeFolder();
  heard = [];
  collector = createServer((socket) => {
    socket.setEncoding('utf8').on('error', () => socket.destroy());
    socket.on('data', (lines: string) => {
      for (const line of lines.trim().split('\n')) {
        const { op, id, span } = JSON.parse(line) as { op: string; id: number; span?: string };
        heard.push(span === undefined ? op : `${op} ${span}`);
        socket.write(`{"ok":true,"id":${id}}\n`);
      }
    });
  });
  await new Promise<void>((resolve) => collector.listen(join(folder, 's'), resolve));
});
afterEach(() => {
  collector.close();
});

const write = (file: string, text: string): void => writeFiles(folder, { [file]: text });

async function run(runner: CaseRunner): Promise<void> {
  const place = { home: root, directory: folder };
  const [program = '', ...args] = startCases({ runner, pattern: '**' }, place);
  const environment = {
    PATH: process.env['PATH'] ?? '',
    PYTHONPATH: join(root, 'sdk/python'),
    PERIGEE_SOCKET: join(folder, 's'),
  };
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: 'ignore' });
  await new Promise((resolve) => child.on('close', resolve));
}

/** Each place says that it was reached. */
const javaScript = (runner: string): string => `
const { connect } = require('node:net');
${runner === 'vitest' ? "import { afterEach, beforeEach, it } from 'vitest';" : ''}
const say = (text) => new Promise((resolve) => {
  const socket = connect(process.env.PERIGEE_SOCKET);
  socket.write(JSON.stringify({ op: text, id: 1 }) + '\\n');
  socket.once('data', () => { socket.end(); resolve(); });
});
beforeEach(() => say('hook before'));
afterEach(() => say('hook after'));
it('one', () => say('body'));
`;

test.each(nodeRunners)('%s %s: hooks are outside the span', async (runner, version) => {
  symlinkSync(fetchNodeRunner(runner, version), join(folder, 'node_modules'));
  write('package.json', JSON.stringify({ private: true, name: 'project' }));
  const text = javaScript(runner);
  write(
    'test/a.test.js',
    runner === 'vitest'
      ? text.replace(/const \{ connect \} = .*/, "import { connect } from 'node:net';")
      : text,
  );
  await run(runner);
  expect(heard).toEqual(['hook before', 'begin test/a.test.js > one', 'body', 'end', 'hook after']);
});

test.each(pytestVersions)('pytest %s: fixtures are outside the span', async (version) => {
  symlinkSync(fetchPytest(version), join(folder, '.venv'));
  write(
    'test_a.py',
    `import json, os, socket
import pytest

def say(text):
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(os.environ["PERIGEE_SOCKET"])
        one.sendall(json.dumps({"op": text, "id": 1}).encode() + b"\\n")
        one.recv(100)

@pytest.fixture(autouse=True)
def server():
    say("hook before")
    yield
    say("hook after")

def test_one():
    say("body")
`,
  );
  await run('pytest');
  expect(heard).toEqual(['hook before', 'begin test_a.py::test_one', 'body', 'end', 'hook after']);
});
