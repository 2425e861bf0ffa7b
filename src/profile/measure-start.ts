import { basename } from 'node:path';
import type { Execute, ExecutionRequest, MeasureStart } from '../contract/execution.ts';

/** The shortest counts: all else is what the machine did besides. */
const rounds = 3;
const timeoutMs = 30_000;

/** What a program is given so that it starts and does nothing. */
const idle: readonly (readonly [program: RegExp, args: readonly string[]])[] = [
  [/^node$/, ['-e', '0']],
  [/^python[\d.]*$/, ['-c', 'pass']],
  [/^(ruby|perl)$/, ['-e', '0']],
  [/^php$/, ['-r', '']],
  [/^java$/, ['-version']],
  [/^(npm|npx|pnpm|yarn|bun|deno|uv|poetry|dotnet|mvn|gradle|gradlew)$/, ['--version']],
  [/^(cargo|make|hyperfine)$/, ['--version']],
  [/^go$/, ['version']],
];

/** Of these modules of Python, with which the interpreter does nothing but load them. */
const modules = new Set(['pytest', 'pip', 'poetry']);

/** The command that starts the same program and does nothing; undefined where none is known. */
export function findIdleCommand([program = '', ...args]: readonly string[]): string[] | undefined {
  const name = basename(program);
  const [option, module = ''] = args;
  if (/^python/.test(name) && option === '-m' && modules.has(module)) {
    return [program, '-m', module, '--version'];
  }
  const found = idle.find(([pattern]) => pattern.test(name));
  return found === undefined ? undefined : [program, ...found[1]];
}

/** Measures each way to start once, whatever number of tests use it. */
export function createMeasureStart(execute: Execute): MeasureStart {
  const known = new Map<string, Promise<number | undefined>>();
  return (request) => {
    const command = findIdleCommand(request.command);
    if (command === undefined) return Promise.resolve(undefined);
    const { directory, environment } = request;
    const key = JSON.stringify([command, directory, environment]);
    const start = known.get(key) ?? measure(execute, { ...request, command });
    known.set(key, start);
    return start;
  };
}

async function measure(
  execute: Execute,
  request: Omit<ExecutionRequest, 'services' | 'timeoutMs'>,
): Promise<number | undefined> {
  let shortest: number | undefined;
  for (let round = 0; round < rounds && !request.signal.aborted; round += 1) {
    const { outcome, durationNs } = await execute({ ...request, timeoutMs, services: [] });
    if (outcome.status !== 'passed') return undefined;
    shortest = Math.min(shortest ?? Infinity, durationNs);
  }
  return shortest;
}
