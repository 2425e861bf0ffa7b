/** How a reader measures the change of a report on their own machine. */
export interface PatchCommand {
  /** With its options, e.g. `npx perigee patch --time 20s`. */
  command: string;
  /** The command that compares the same two commits again, where that is not `command`. */
  again?: string;
  /** The options that choose what was measured, behind a space; empty for all tests. */
  selection: string;
  /** The least and the most pairs of a test, and the time that decides between them; absent where they are not known. */
  plan?: { least: number; most: number; timeNs?: number };
}

/** On the reader's own machine, where a job of a CI measured. @param config path of the suite's file from the root */
export function patchOf(config = 'perigee.yml'): PatchCommand {
  const isUsual = config === 'perigee.yml' || !/^[\w@%+=:,./-]+$/.test(config);
  return { command: `npx perigee patch${isUsual ? '' : ` --config ${config}`}`, selection: '' };
}
