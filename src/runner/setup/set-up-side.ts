import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Side } from '../../contract/documents.ts';
import type { ProcessHold } from '../../contract/process-hold.ts';
import type { WrapCommand } from '../../contract/observation.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { endLeftovers, type LeftoverSettings } from './end-leftovers.ts';
import { explainFailure } from './explain-failure.ts';
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
  /** Where what it reads is kept: starts a command so that this is seen. */
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
