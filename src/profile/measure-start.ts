import type { Execute, ExecutionRequest, MeasureStart } from '../contract/execution.ts';

/** The shortest counts: all else is what the machine did besides. */
const rounds = 3;
/** All of them together: the record can do without. */
const totalMs = 20_000;

/** Arguments with which a program starts and does nothing. */
const idle: readonly (readonly [program: RegExp, args: readonly string[]])[] = [
  [/^node$/, ['-e', '0']],
  [/^python[\d.]*$/, ['-c', 'pass']],
  [/^(ruby|perl)$/, ['-e', '0']],
  [/^php$/, ['-r', '']],
  [/^java$/, ['-version']],
  [/^(npm|npx|pnpm|yarn|bun|deno|uv|poetry|dotnet|mvn|gradle)$/, ['--version']],
  [/^(cargo|make|hyperfine)$/, ['--version']],
  [/^go$/, ['version']],
];

/** Python modules that do nothing but load. */
const modules = new Set(['pytest', 'pip', 'poetry']);

/**
 * The command that starts the same program and does nothing; undefined where none is known. A program that is
 * given with its path may be a file of the repository, whatever its name says.
 */
export function findIdleCommand([program = '', ...args]: readonly string[]): string[] | undefined {
  const [option, module = ''] = args;
  if (/^python[\d.]*$/.test(program) && option === '-m' && modules.has(module)) {
    return [program, '-m', module, '--version'];
  }
  const found = idle.find(([pattern]) => pattern.test(program));
  return found === undefined ? undefined : [program, ...found[1]];
}

/** Measures each way to start once, whatever number of tests use it. */
export function createMeasureStart(execute: Execute): MeasureStart {
  let leftMs = totalMs;
  const known = new Map<string, Promise<number | undefined>>();
  const spend: Spend = async (request) => {
    if (leftMs < 1) return undefined;
    const began = performance.now();
    const timeoutMs = Math.ceil(leftMs);
    const { outcome, durationNs } = await execute({ ...request, timeoutMs, services: [] });
    leftMs -= performance.now() - began;
    return outcome.status === 'passed' ? durationNs : undefined;
  };
  return (request) => {
    const command = findIdleCommand(request.command);
    if (command === undefined) return Promise.resolve(undefined);
    const { directory, environment } = request;
    const key = JSON.stringify([command, directory, environment]);
    const start = known.get(key) ?? measure(spend, { ...request, command });
    known.set(key, start);
    return start;
  };
}

type StartRequest = Omit<ExecutionRequest, 'services' | 'timeoutMs'>;
/** @returns how long one start took; undefined where it failed, and where no time is left */
type Spend = (request: StartRequest) => Promise<number | undefined>;

async function measure(spend: Spend, request: StartRequest): Promise<number | undefined> {
  let shortest: number | undefined;
  for (let round = 0; round < rounds && !request.signal.aborted; round += 1) {
    const durationNs = await spend(request);
    if (durationNs === undefined) return undefined;
    shortest = Math.min(shortest ?? Infinity, durationNs);
  }
  return shortest;
}
