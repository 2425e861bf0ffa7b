import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findStrace, followTrace } from '../../../src/profile/observe/follow-trace.ts';
import { TalkReader } from '../../../src/profile/observe/read-talk.ts';
import { noteOwnAddress } from '../../../src/profile/spans/own-addresses.ts';
import { makeFolder } from '../../runner/stage/make-repository.ts';

/** What a Python program is doubted for. */
async function doubt(program: string, ...args: string[]): Promise<string[]> {
  const strace = findStrace();
  if (strace === undefined) throw new Error('this host has no strace');
  const directory = makeFolder();
  const { trace } = await followTrace(strace, { folder: directory, directory }, async (wrap) => {
    const [first = '', ...rest] = wrap(['python3', '-c', program, ...args]);
    const child = spawn(first, rest, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
    const [status] = (await once(child, 'exit')) as [number];
    expect(status).toBe(0);
  });
  return trace.doubts;
}

async function listen(where: string | number): Promise<AddressInfo> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
  });
  server.listen(typeof where === 'number' ? { port: where, host: '127.0.0.1' } : { path: where });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server.address() as AddressInfo;
}

const connect = 'import socket, sys; s = socket.socket(*[eval(a) for a in sys.argv[2:]]);';
const toPort = `${connect} s.connect(("127.0.0.1", int(sys.argv[1])))`;
const toPath = `${connect} s.connect(sys.argv[1])`;

test('a test that talks to a server of somebody else is doubted', async () => {
  const { port } = await listen(0);
  expect(await doubt(toPort, String(port))).toEqual([
    `it talks to 127.0.0.1 port ${port} outside its process tree`,
  ]);
  const path = join(makeFolder(), 'server');
  await listen(path);
  expect(await doubt(toPath, path, 'socket.AF_UNIX')).toEqual([
    `it talks to ${path} outside its process tree`,
  ]);
});

test('a test that talks to Perigee is not doubted', async () => {
  const path = join(makeFolder(), 'collector');
  await listen(path);
  noteOwnAddress(path);
  const { port } = await listen(0);
  noteOwnAddress(String(port));
  expect(await doubt(toPath, path, 'socket.AF_UNIX')).toEqual([]);
  expect(await doubt(toPort, String(port))).toEqual([]);
});

test.each([
  [
    'by a port that it was given',
    's = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); socket.create_connection(s.getsockname())',
  ],
  [
    'by a path',
    's = socket.socket(socket.AF_UNIX); s.bind("s"); s.listen(); socket.socket(socket.AF_UNIX).connect("s")',
  ],
  [
    'by a name without a path',
    's = socket.socket(socket.AF_UNIX); s.bind("\\0n" + str(os.getpid())); s.listen(); socket.socket(socket.AF_UNIX).connect(s.getsockname())',
  ],
  ['that its child started', 'p = subprocess.Popen(["sleep", "9"]); p.send_signal(15); p.wait()'],
  ['in a pair of sockets', 'a, b = socket.socketpair(); a.send(b"x"); b.recv(1)'],
])('what a test itself has started may be talked to: %s', async (_where, program) => {
  expect(await doubt(`import os, socket, subprocess; ${program}`)).toEqual([]);
});

test.each([
  ['asks for a name of this machine', 'socket.getaddrinfo("localhost", 80)'],
  ['asks for a user', 'import pwd; pwd.getpwuid(0)'],
  ['finds nobody at a port', 'socket.socket().connect_ex(("127.0.0.1", 1))'],
  ['finds nobody at a path', 'socket.socket(socket.AF_UNIX).connect_ex("/nowhere")'],
  ['asks whether its parent lives', 'import os; os.kill(os.getppid(), 0)'],
  ['keeps shared memory to itself', 'import mmap; mmap.mmap(-1, 4096)'],
])('a test that %s is not doubted', async (_what, program) => {
  expect(await doubt(`import socket; ${program}`)).toEqual([]);
});

test.each([
  [
    'a datagram',
    'u = socket.socket(type=socket.SOCK_DGRAM); u.sendto(b"x", ("127.0.0.1", int(sys.argv[1])))',
    /port \d+ outside/,
  ],
  [
    'a datagram of a connected socket',
    'u = socket.socket(type=socket.SOCK_DGRAM); u.connect(("127.0.0.1", int(sys.argv[1]))); u.send(b"x")',
    /port \d+ outside/,
  ],
  ['a signal', 'os.kill(int(sys.argv[2]), signal.SIGCONT)', /a process by a signal outside/],
  [
    'memory of a known number',
    'ctypes.CDLL(None).shmget(int(sys.argv[1]), 4096, 0o1600)',
    /by shared memory or a queue outside/,
  ],
])('%s to another process is seen', async (_what, program, expected) => {
  const { port } = await listen(0);
  const doubts = await doubt(
    `import ctypes, os, signal, socket, sys; ${program}`,
    String(port),
    String(process.pid),
  );
  expect(doubts).toEqual([expect.stringMatching(expected)]);
});

test('a call whose two halves stand apart is taken whole', () => {
  const reader = new TalkReader();
  const address = '{sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("\\x38")}';
  expect(reader.read(`12 connect(3<\\x61>, ${address}, 16 <unfinished ...>`)).toBe(true);
  expect(reader.read('13 getpid() = 13')).toBe(false);
  expect(reader.read('12 <... connect resumed>) = -1 ECONNREFUSED (refused)')).toBe(true);
  expect(reader.conclude()).toEqual([]);
});

test('a call that never ended counts', () => {
  const reader = new TalkReader();
  const address = '{sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("\\x38")}';
  reader.read(`12 connect(3<\\x61>, ${address}, 16 <unfinished ...>`);
  expect(reader.conclude()).toEqual(['it talks to 8 port 80 outside its process tree']);
});

test('no more peers are kept than are told', () => {
  const reader = new TalkReader();
  for (let port = 1; port <= 40; port += 1) {
    reader.read(
      `12 connect(3<\\x61>, {sa_family=AF_INET, sin_port=htons(${port}), sin_addr=inet_addr("\\x38")}, 16) = 0`,
    );
  }
  expect(reader.conclude()).toHaveLength(10);
});

test('a port that another process holds does not become its own by asking for it', () => {
  const reader = new TalkReader();
  const address =
    '{sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("\\x31\\x32\\x37\\x2e\\x31")}';
  reader.read(`12 bind(3<\\x61>, ${address}, 16) = -1 EADDRINUSE (Address already in use)`);
  reader.read(`12 connect(3<\\x61>, ${address}, 16) = 0`);
  expect(reader.conclude()).toEqual(['it talks to 127.1 port 80 outside its process tree']);
});
