import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Inside } from '../../contract/execution.ts';
import { isolate, type Isolation } from './isolation.ts';

/**
 * The whole script; the cgroup, the program to look for, and the command are its parameters, never part of it. The
 * shell stays the parent of the test: what the test and its children used is in the shell's counters
 * when they have ended. It ends only when told, so that the counters can be read before; the trap lets
 * it survive a test that signals its whole process group, and is not passed on to the test.
 */
const start = `
cgroup=$1
shift
if [ -n "$cgroup" ]; then
  echo $$ > "$cgroup/cgroup.procs" || { echo refused >&3; exit 125; }
fi
case $1 in
  '') ;;
  /*) [ -f "$1" ] && [ -x "$1" ] || { echo missing >&3; exit 127; } ;;
  *) command -v -- "$1" >/dev/null || { echo missing >&3; exit 127; } ;;
esac
shift
trap : HUP INT TERM
echo "ready $$" >&3
read -r go <&4 || exit 125
`;
const asChild = `(exec "$@") 3>&- 4<&-
status=$?
echo "ended $status" >&3
read -r go <&4
exit "$status"
`;
const inItsPlace = 'exec "$@" 3>&- 4<&-';

export interface Launch {
  /** Absolute path of the program, and its arguments. */
  command: readonly string[];
  directory: string;
  environment: Readonly<Record<string, string>>;
  logFile: string;
  /** The cgroup to join before the start. */
  cgroup?: string;
  /** Puts before the launcher what shows it a view. */
  enter?: Inside['enter'];
  /** A program that only the launcher can look for, since it may be in the view alone. */
  program?: string;
  /** How to keep these folders from the test; they exist. */
  isolation?: Isolation;
  hidden?: readonly string[];
  /** The test takes the place of the launcher, which reports no end of it. */
  isReplaced?: boolean;
}

export const missing = 'the program is not there';

/** The events of the launcher, in this order; `gone` can come at any time. */
export type LauncherEvent =
  /** `pid`: of the launcher, which may not be what was started. */
  | { kind: 'ready'; pid: number }
  | { kind: 'ended'; status: number }
  | { kind: 'gone'; message: string };

export interface Launcher {
  /** Absent from `noteExit` on: another process may have it. */
  readonly pid: number | undefined;
  next(): Promise<LauncherEvent>;
  /** Lets it go on: after `ready` it starts the test, after `ended` it exits. */
  release(): void;
  /** From now on it is waited for by other means than Node. */
  disown(): void;
  /** It was, and Node will never hear of its exit. */
  noteExit(): void;
  /** Resolves when the process was waited for. */
  exited: Promise<void>;
}

/** Starts the launcher in a session and a process group of its own. Failures are reported as `gone`. */
export function startLauncher(launch: Launch): Launcher {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const log = openSync(launch.logFile, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o666);
  let child: ChildProcess;
  try {
    const [program = '', ...args] = writeCommand(launch);
    child = spawn(program, args, {
      cwd: launch.directory,
      env: launch.environment,
      stdio: ['ignore', log, log, 'pipe', 'pipe'],
      detached: true,
    });
  } catch (error) {
    // The system refuses some of it at once, such as arguments and environment of more than 2 MB.
    return explainRefusal((error as Error).message);
  } finally {
    closeSync(log);
  }
  const [reports, orders] = [child.stdio[3] as Socket, child.stdio[4] as Socket];
  const events: LauncherEvent[] = [];
  let waiting: ((event: LauncherEvent) => void) | undefined;
  const sendEvent = (event: LauncherEvent) => {
    if (waiting === undefined) events.push(event);
    else waiting(event);
    waiting = undefined;
  };
  let text = '';
  reports.setEncoding('latin1').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) sendEvent(parseReport(line));
  });
  // A killed launcher breaks its pipes; its exit says that it is gone.
  for (const pipe of [reports, orders]) pipe.on('error', () => undefined);
  let noteExit = () => {};
  let { pid } = child;
  const exited = new Promise<void>((resolve) => {
    noteExit = () => {
      pid = undefined;
      reports.destroy();
      orders.destroy();
      forget(child);
      resolve();
    };
    child.once('error', (error) => {
      sendEvent({ kind: 'gone', message: error.message });
      resolve();
    });
    child.once('exit', (code, signal) => {
      sendEvent({ kind: 'gone', message: `the launcher ended with ${signal ?? code}` });
      reports.destroy();
      orders.destroy();
      resolve();
    });
  });
  return {
    get pid() {
      return pid;
    },
    next: () => {
      const event = events.shift();
      return event === undefined
        ? new Promise((resolve) => (waiting = resolve))
        : Promise.resolve(event);
    },
    release: () => orders.write('go\n'),
    disown: () => forget(child),
    noteExit: () => noteExit(),
    exited,
  };
}

/**
 * Node would wait for its number for ever, and take the exit of a later child that happens to get the same one for its
 * own. Only its inner handle can be closed.
 */
function forget(child: ChildProcess): void {
  const { _handle: handle } = child as { _handle?: { close(): void } | null };
  handle?.close();
}

function writeCommand(launch: Launch): readonly string[] {
  const { cgroup = '', command, enter, hidden = [], isolation, program = '' } = launch;
  const script = start + (launch.isReplaced === true ? inItsPlace : asChild);
  const launcher = ['/bin/sh', '-c', script, 'perigee', cgroup, program, ...command];
  const isolated = isolation === undefined ? launcher : isolate(isolation, hidden, launcher);
  return enter?.(isolated) ?? isolated;
}

function explainRefusal(why: string): Launcher {
  const message = `the system does not start it: ${why}`;
  return {
    pid: undefined,
    next: () => Promise.resolve({ kind: 'gone', message }),
    release: () => undefined,
    disown: () => undefined,
    noteExit: () => undefined,
    exited: Promise.resolve(),
  };
}

function parseReport(line: string): LauncherEvent {
  const status = /^ended (\d+)$/.exec(line)?.[1];
  if (status !== undefined) return { kind: 'ended', status: Number(status) };
  const pid = /^ready (\d+)$/.exec(line)?.[1];
  if (pid !== undefined) return { kind: 'ready', pid: Number(pid) };
  if (line === 'missing') return { kind: 'gone', message: missing };
  if (line === 'no-view') {
    return { kind: 'gone', message: 'the side could not be shown in the place of the checkout' };
  }
  if (line === 'visible') {
    return { kind: 'gone', message: 'the other side could not be hidden from the test' };
  }
  return { kind: 'gone', message: 'the test could not join its cgroup' };
}
