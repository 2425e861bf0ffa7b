import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { executeHere, findSpan } from './execute-here.ts';

const server = `
import socket, time
s = socket.create_server(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
while True:
    c, _ = s.accept()
    t = time.process_time()
    while time.process_time() - t < 0.2: pass
    c.sendall(b"x" * 1000)
    c.close()
`;
const client =
  'import socket, sys; print(len(socket.create_connection(("127.0.0.1", int(sys.argv[1]))).recv(9999)))';

let service: ChildProcess | undefined;
afterEach(() => service?.kill('SIGKILL'));

test.each([0, 1] as const)('at tier %i a service named by its pid is counted in', async (tier) => {
  service = spawn('python3', ['-c', server], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(service.stdout ?? service, 'data')) as [Buffer];
  const command = ['python3', '-c', client, String(port).trim()];
  const pid = service.pid ?? 0;
  const alone = await executeHere(tier, command);
  const counted = await executeHere(tier, command, { services: [{ name: 'server', pid }] });
  const cpu = (execution: typeof alone) =>
    findSpan(execution, wholeTestSpan).values['cpu.total'] ?? Number.NaN;
  expect(cpu(counted) - cpu(alone)).toBeGreaterThan(100e6);
  expect(counted.problems).toEqual([]);
});

test('a service that is not there is a problem that says so', async () => {
  const { problems } = await executeHere(0, ['true'], {
    services: [{ name: 'database', pid: 2 ** 22 + 1 }],
  });
  expect(problems).toMatchObject([{ code: 'service-missing' }]);
  expect(problems[0]?.message).toContain('"database"');
});
