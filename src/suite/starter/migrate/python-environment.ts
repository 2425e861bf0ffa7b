import { posix } from 'node:path';
import type { StarterCommand } from '../findings.ts';
import { runScript } from './migration.ts';

const folder = '.venv';

/** A runner of GitHub lives for one job, so workflows install into its Python. The two sides of a run share a machine. */
export function installsForAll(setup: readonly StarterCommand[]): boolean {
  const text = setup.map(({ command }) => command.join(' ')).join('\n');
  return (
    /(^|[\s;&"])pip3?\s+install\b/m.test(text) &&
    !/\b(venv|virtualenv|activate|conda|pipx|poetry|pdm|hatch|tox|nox|uv)\b/.test(text)
  );
}

export const makeEnvironment: StarterCommand = {
  command: ['python3', '-m', 'venv', folder],
  because: 'each side has its own: installed into one Python, both sides would run the same code',
};

/**
 * The command, with the programs of that environment first.
 * @param directory where it runs, relative to the root
 */
export function intoEnvironment(command: readonly string[], directory = '.'): string[] {
  const place = posix.join(posix.relative(directory, '.'), folder, 'bin');
  const path = `export PATH="$PWD/${place}:$PATH"`;
  const script = isScript(command) ? command.at(-1) : undefined;
  return script === undefined
    ? [...runScript(`${path}\nexec "$@"`), 'bash', ...command]
    : runScript(`${path}\n${script}`);
}

function isScript(command: readonly string[]): boolean {
  return runScript('').every((word, i) => i === command.length - 1 || command[i] === word);
}
