import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Side } from '../../contract/documents.ts';
import type { WrapCommand } from '../../contract/observation.ts';
import type { ProcessHold } from '../../contract/process-hold.ts';
import { exitCode, UserError, type UserErrorFacts } from '../../contract/user-error.ts';
import { isFault, mostFaults } from '../quote-output.ts';
import { endLeftovers, type LeftoverSettings } from './end-leftovers.ts';
import { runSetupCommand, type SetupEnd } from './run-command.ts';

export interface SideSetup extends LeftoverSettings {
  side: Side;
  /** How a person named the revision. */
  label: string;
  directory: string;
  commands: readonly (readonly string[])[];
  timeoutMs: number;
  environment: Readonly<Record<string, string>>;
  logFile: string;
  signal: AbortSignal | undefined;
  onCommand(command: readonly string[]): void;
  /** Shows the command its checkout elsewhere. */
  enter?: WrapCommand;
  /** Given, it starts a command so that its reads are seen. */
  observe?: ObserveCommand;
  /** Hears that a command failed while it was observed. */
  giveUp?(): void;
  /** Makes the checkout what git made it. */
  restart?(): Promise<void>;
}

export type ObserveCommand = (run: (wrap: WrapCommand) => Promise<SetupEnd>) => Promise<SetupEnd>;

const unchanged: WrapCommand = (command) => command;
const unobserved: ObserveCommand = (run) => run(unchanged);

/**
 * Runs the suite's setup in one side's worktree, command by command. Nothing that it starts runs on.
 * @returns 'interrupted' when the signal stopped it
 * @throws UserError (could not measure) with what the command said when a command fails
 */
export async function setUpSide(setup: SideSetup): Promise<'done' | 'interrupted'> {
  await mkdir(dirname(setup.logFile), { recursive: true });
  const end = await endLeftovers(setup, (held) => runCommands(setup, held));
  if (end !== 'unobservable') return end;
  // sudo, and any program that changes its user, fails while it is watched.
  const { observe: _, ...plain } = setup;
  setup.giveUp?.();
  await setup.restart?.();
  return setUpSide(plain);
}

async function runCommands(
  setup: SideSetup,
  held: ProcessHold | undefined,
): Promise<'done' | 'interrupted' | 'unobservable'> {
  const { enter = unchanged } = setup;
  const hold = held?.wrap ?? unchanged;
  const environment = { ...setup.environment, ...held?.environment };
  for (const command of setup.commands) {
    setup.onCommand(command);
    const start = setup.observe ?? unobserved;
    const end = await start((wrap) =>
      runSetupCommand({
        ...setup,
        ...{ command, environment, wrap: (one) => hold(enter(wrap(one))) },
        ...(held === undefined ? {} : { onChild: held.noteChild }),
      }),
    );
    if (end.kind === 'interrupted') return 'interrupted';
    if (end.kind === 'failed' && setup.observe !== undefined) return 'unobservable';
    if (end.kind === 'failed') {
      const facts = await explainFailure({ ...setup, command, ...end });
      throw new UserError({ ...facts, exitCode: exitCode.couldNotMeasure });
    }
  }
  return 'done';
}

interface FailedSetup {
  side: Side;
  /** How a person named the revision. */
  label: string;
  command: readonly string[];
  /** e.g. "exit code 1". */
  why: string;
  logFile: string;
  /** The offset of this command's output in the log, in bytes. */
  logOffset: number;
}

const firstLines = 5;
const lastLines = 10;
const longestLine = 300;
const mostBytes = 64 * 1024;
/** So npm says it when `npm ci` finds no lock file (seen with npm 11). */
const needsLockFile = /can only install .*existing package-lock\.json/;

/** Explains a failing setup command in its own words, with a remedy. */
async function explainFailure(failed: FailedSetup): Promise<UserErrorFacts> {
  const { side, label, command, why, logFile } = failed;
  const seen = `setup of the ${side} side (${label}) failed: ${command.join(' ')}: ${why}`;
  const output = await readOutput(logFile, failed.logOffset);
  if (needsLockFile.test(output)) {
    return {
      seen: `${seen}: that revision holds no package-lock.json`,
      expected: 'a lock file that is committed: `npm ci` installs what it lists, and nothing else',
      remedy:
        side === 'before'
          ? 'commit it, or where the change brings it, merge it first: what comes after it has a base with one. Otherwise let setup in perigee.yml say [npm, install]'
          : 'commit package-lock.json (npm install --package-lock-only writes one), or let setup in perigee.yml say [npm, install]',
    };
  }
  return {
    seen,
    expected: `a setup that works in a fresh checkout of that revision${quote(output)}`,
    remedy: `read ${logFile}; a fresh checkout holds no ignored files, so setup has to make what the tests need`,
  };
}

/** The reason may stand at the top, with the help of the program below it, at the end of much work, or between. */
function quote(output: string): string {
  const lines = output.trimEnd().split('\n');
  if (output.trim() === '') return '';
  const last = Math.max(firstLines, lines.length - lastLines);
  const between = lines.slice(firstLines, last).filter(isFault).slice(0, mostFaults);
  const left = last - firstLines - between.length;
  const shown =
    left <= 1
      ? lines
      : [
          ...lines.slice(0, firstLines),
          ...(between.length === 0 ? [] : ['…', ...between]),
          `… ${left} more lines …`,
          ...lines.slice(last),
        ];
  return `; it said\n${shown.map((line) => `    ${line.slice(0, longestLine)}`).join('\n')}`;
}

async function readOutput(logFile: string, offset: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  // A cut in a long log moved the rest to the front.
  return log.toString('utf8', offset <= log.length ? offset : Math.max(0, log.length - mostBytes));
}
