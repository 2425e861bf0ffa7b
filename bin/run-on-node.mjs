// Runs a program on another Node as if it had been started instead of this one.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/**
 * Hands every signal on: a CI system sends them to this process alone. A terminal sends Ctrl-C to both, so
 * the program may get it twice; it takes two in quick succession for one.
 * @param {string} node
 * @param {string[]} args
 * @returns {Promise<number>} the status to exit with; 128 and the number of the signal that ended it, as
 *   shells count
 */
export function runOnNode(node, args) {
  // src/async/stop-signals.ts asks what that ignores: this process tells nothing of it any more.
  const env = { ...process.env, PERIGEE_CALLER: String(process.ppid) };
  const child = spawn(node, args, { stdio: 'inherit', env });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(signal === null ? code : 128 + constants.signals[signal]);
    });
  });
}
