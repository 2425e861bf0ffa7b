import type { Launcher, LauncherEvent } from '../launch/launcher.ts';
import type { Ended, FollowChild } from './read-ended.ts';

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
export function awaitReplaced(launcher: Launcher, followChild: FollowChild): ReplacedLauncher {
  let instructions: number | undefined;
  let ending: Promise<LauncherEvent> | undefined;
  const pid = launcher.pid ?? 0;
  const look = (
    readEnded: () => Ended | 'gone' | undefined,
    resolve: (event: LauncherEvent) => void,
  ): void => {
    const ended = readEnded();
    if (ended === undefined) {
      setTimeout(() => look(readEnded, resolve), pauseMs);
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
      const readEnded = followChild(pid);
      launcher.release();
      ending = new Promise((resolve) => look(readEnded, resolve));
    },
    disown: () => launcher.disown(),
    noteExit: () => launcher.noteExit(),
    exited: launcher.exited,
  };
}
