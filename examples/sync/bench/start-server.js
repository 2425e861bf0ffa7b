import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/sync.js', import.meta.url));

/** Starts the server in a process of its own; resolves to { url, stop() }. */
export async function startServer(root, index) {
  const args = [program, 'serve', '--root', root, '--index', index];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: line.split(' ').at(-1),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
