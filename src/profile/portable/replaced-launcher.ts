import type { Launcher, LauncherEvent } from '../launch/launcher.ts';
import type { ReadEnded } from './read-ended.ts';

/** The time of such an execution says nothing. */
const pauseMs = 5;

/** A launcher that the test replaces. */
export interface ReplacedLauncher extends Launcher {
  readonly instructions: number | undefined;
}

/**
 * A shell would wait for the test before its instructions are read. So the test takes the shell's place, and Perigee
 * waits for it instead of Node.
 * @param launcher started with `isReplaced`
 */
export function awaitReplaced(launcher: Launcher, readEnded: ReadEnded): ReplacedLauncher {
  let instructions: number | undefined;
  let ending: Promise<LauncherEvent> | undefined;
  const pid = launcher.pid ?? 0;
  const look = (resolve: (event: LauncherEvent) => void): void => {
    const ended = readEnded(pid);
    if (ended === undefined) {
      setTimeout(() => look(resolve), pauseMs);
      return;
    }
    launcher.noteExit();
    if (ended === 'gone') {
      resolve({ kind: 'gone', message: 'another program waited for it' });
      return;
    }
    ({ instructions } = ended);
    resolve({ kind: 'ended', status: ended.status });
  };
  return {
    get pid() {
      return launcher.pid;
    },
    get instructions() {
      return instructions;
    },
    next: () => ending ?? launcher.next(),
    release() {
      if (ending !== undefined) return;
      launcher.disown();
      launcher.release();
      ending = new Promise(look);
    },
    disown: () => launcher.disown(),
    noteExit: () => launcher.noteExit(),
    exited: launcher.exited,
  };
}
