/** The SDK of shell scripts: `perigee span` and `perigee record`. One process for each call, so it loads little. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { connectCollector, type Connection } from './sdk/connection.ts';

/** As the command line of Perigee has it for wrong usage. */
const wrongUsage = 2;
const shellBase = 128;
const passedOn = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

type Environment = Readonly<Record<string, string | undefined>>;
type Annotations = Record<string, string | number | boolean>;

/**
 * Runs `span` or `record`.
 * @param args what was typed after `perigee`
 * @returns the exit status: for a span that of its command
 */
export async function runShell(args: readonly string[], environment: Environment): Promise<number> {
  try {
    const [command, ...rest] = args;
    if (command === 'span') return await span(rest, environment);
    if (command === 'record') return await record(rest, environment);
    throw new Error(
      'only `span` and `record` are here; for the other commands install the npm package perigee',
    );
  } catch (error) {
    process.stderr.write(`perigee: ${(error as Error).message.replace(/^Perigee: /, '')}\n`);
    return wrongUsage;
  }
}

async function span(args: readonly string[], environment: Environment): Promise<number> {
  const dashes = args.indexOf('--');
  const command = dashes === -1 ? [] : args.slice(dashes + 1);
  const { positionals, values } = parseArgs({
    args: args.slice(0, Math.max(dashes, 0)),
    allowPositionals: true,
    options: { annotate: { type: 'string', multiple: true, default: [] } },
  });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1 || command.length === 0) {
    throw new Error('write perigee span <name> [--annotate <key=value>]... -- <command>');
  }
  const annotations = Object.fromEntries(values.annotate.map(readAnnotation));
  const connection = await connect(environment);
  if (connection === undefined) return run(command, environment);
  return measure(connection, name, annotations, command, environment);
}

async function measure(
  connection: Connection,
  name: string,
  annotations: Annotations,
  command: readonly string[],
  environment: Environment,
): Promise<number> {
  const id = 1;
  const begin = { op: 'begin', id, span: name, parent: environment['PERIGEE_SPAN'] };
  const answer = await connection.request(begin);
  const startNs = process.hrtime.bigint();
  const inside = { ...environment, PERIGEE_SPAN: answer?.key };
  const failed = { op: 'end', id, failed: true };
  const status = await run(command, inside).catch(async (error: unknown) => {
    await connection.request({ ...failed, latencyNs: 0 });
    throw error;
  });
  const latencyNs = Number(process.hrtime.bigint() - startNs);
  if (status === 0) await connection.request({ op: 'end', id, latencyNs, annotations });
  else await connection.request({ ...failed, latencyNs });
  return status;
}

/** Runs the command in place of the shell: its streams are ours, and signals reach it. */
async function run(command: readonly string[], environment: Environment): Promise<number> {
  const [program = '', ...args] = command;
  let child: ChildProcess | undefined;
  const passOn = (signal: NodeJS.Signals): void => void child?.kill(signal);
  // Before it starts: a signal in between would end this process, and the command would go on without it.
  for (const signal of passedOn) process.on(signal, passOn);
  try {
    const start = { stdio: 'inherit', env: environment } as const;
    child = isBatchFile(program) ? undefined : spawn(program, args, start);
    if (process.platform === 'win32' && child?.pid === undefined) {
      child?.on('error', () => undefined);
      const line = ['/d', '/s', '/c', `"${lineOfBatchFile(command)}"`];
      child = spawn('cmd.exe', line, { ...start, windowsVerbatimArguments: true });
    }
    const [status, signal] = (await once(child as ChildProcess, 'close')) as [
      number | null,
      NodeJS.Signals | null,
    ];
    return status ?? shellBase + constants.signals[signal ?? 'SIGKILL'];
  } catch (error) {
    throw new Error(`${program} cannot be started: ${(error as Error).message}`, { cause: error });
  } finally {
    for (const signal of passedOn) process.off(signal, passOn);
  }
}

/** Node refuses to start one by itself. */
function isBatchFile(program: string): boolean {
  return process.platform === 'win32' && /\.(bat|cmd)$/i.test(program);
}

/**
 * Windows starts programs of another ending than `.exe`, such as `npm.cmd`, only through `cmd`. It reads the line, and
 * then the batch file its arguments: each quoted, and twice escaped.
 */
export function lineOfBatchFile([program = '', ...args]: readonly string[]): string {
  const escape = (text: string): string => text.replaceAll(/[()%!^"<>&|;, *?[\]`]/g, '^$&');
  const quoted = args.map(
    (text) => `"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`,
  );
  return [escape(program), ...quoted.map((text) => escape(escape(text)))].join(' ');
}

async function record(args: readonly string[], environment: Environment): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { unit: { type: 'string' }, direction: { type: 'string' } },
  });
  const [name, ...texts] = positionals;
  if (name === undefined || texts.length === 0) {
    throw new Error('write perigee record <name> <value>... [--unit <unit>] [--direction higher]');
  }
  const numbers = texts.map(readValue);
  const connection = await connect(environment);
  await connection
    ?.request({
      ...{ op: 'record', id: 1, parent: environment['PERIGEE_SPAN'], name, ...values },
      ...{ values: numbers, distribution: numbers.length > 1 },
    })
    // It stands in the record.
    .catch(() => undefined);
  return 0;
}

async function connect(environment: Environment): Promise<Connection | undefined> {
  const path = environment['PERIGEE_SOCKET'];
  return path === undefined ? undefined : connectCollector(path);
}

function readValue(text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (value >= 0 && value <= Number.MAX_VALUE) return value;
  throw new Error(`${JSON.stringify(text)} is no value: a value is a finite number, 0 or more`);
}

/** `size=3` is a number and `warm=true` a truth value, as in the other SDKs; the rest is text. */
function readAnnotation(text: string): [string, string | number | boolean] {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) {
    throw new Error(`${JSON.stringify(text)} is no annotation: write key=value`);
  }
  if (value === 'true' || value === 'false') return [key, value === 'true'];
  return [key, /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value];
}
