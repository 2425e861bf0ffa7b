import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../../contract/user-error.ts';
import { formatInOneLine } from '../eventlog/one-line.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The program of Buildkite's agent. It has the key of its job, so artifacts and annotations go through it. */
export interface Agent {
  /**
   * @param args of its command line; no secret is among them
   * @returns what it printed
   * @throws AgentFailed when it ended with another status than 0, or did not end in time
   */
  run(this: void, args: readonly string[], call: AgentCall): Promise<string>;
}

export interface AgentCall {
  deadlineMs: number;
  /** Its working directory: the paths of artifacts are relative to this folder. */
  folder?: string;
  /** For its standard input. */
  input?: string;
}

/** Its message is one line. */
export class AgentFailed extends Error {
  override readonly name = 'AgentFailed';
}

const programName = 'buildkite-agent';
/** The agent reads these as options, though they were not given to it here. */
const otherOptions =
  /^BUILDKITE_(ANNOTATION_|AGENT_ARTIFACT_|ARTIFACT_CONTENT_TYPE$|AGENT_INCLUDE_RETRIED_JOBS$)/;
/** A list of 2,000 files has a tenth of it. */
const mostBytes = 16 * 2 ** 20;

/**
 * @param environment of the job, with the key
 * @throws UserError where there is no agent: before an hour of measuring, not after it
 */
export function openAgent(environment: Environment): Agent {
  const program = findProgram(environment);
  const own = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !otherOptions.test(name)),
  );
  return { run: (args, call) => run(program, args, call, own) };
}

function findProgram({ BUILDKITE_BIN_PATH: own, PATH: path = '' }: Environment): string {
  const folders = [own ?? '', ...path.split(delimiter)].filter((folder) => folder !== '');
  // For Windows, where a job that only reports may run.
  const names = [programName, `${programName}.exe`];
  const found = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
  if (found !== undefined) return found;
  throw new UserError({
    where: 'BUILDKITE_BIN_PATH, PATH',
    seen: `there is no ${programName} here`,
    expected: `the agent’s own program: ${programName} uploads the results and writes the annotation`,
    remedy:
      'in a container mount it; the docker plugin does with mount-buildkite-agent: true and propagate-environment: true',
  });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run(
  program: string,
  args: readonly string[],
  { deadlineMs, folder, input = '' }: AgentCall,
  environment: Environment,
): Promise<string> {
  const name = `${programName} ${args.slice(0, 2).filter(isWord).join(' ')}`;
  const secret = environment['BUILDKITE_AGENT_ACCESS_TOKEN'] ?? '';
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
      cwd: folder,
    });
    let printed = '';
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.length <= mostBytes) return;
      child.kill('SIGKILL');
      reject(new AgentFailed(`${name} printed more than ${mostBytes / 2 ** 20} MiB`));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4096);
    });
    // An agent that ends before it has read all says itself why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', (error) => reject(new AgentFailed(`${name}: ${error.message}`)));
    child.on('close', (status, signal) => {
      if (status === 0) resolve(printed);
      else if (signal === 'SIGKILL') {
        reject(new AgentFailed(`${name} did not end within ${deadlineMs / 1000} s`));
      } else {
        reject(new AgentFailed(`${name} ${explainEnd(status ?? signal, said, secret)}`));
      }
    });
  });
}

function isWord(text: string): boolean {
  return /^[a-z]+$/.test(text);
}

function explainEnd(status: number | string | null, said: string, secret: string): string {
  const last = said.trimEnd().split('\n').at(-1) ?? '';
  // The agent's output has colours.
  const plain = formatInOneLine(last.replaceAll(/\u001b\[[\d;]*m/g, ''), secret);
  return `ended with ${status}${plain === '' ? '' : `: ${plain}`}`;
}
