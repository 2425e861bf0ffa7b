/** Something in the code that keeps an attack out, and what has to notice when it is gone. */
export interface Defence {
  /** What it keeps from happening. */
  against: string;
  file: string;
  /** Stands in the file exactly once. */
  text: string;
  /** What somebody might write instead who does not know what it is for. */
  without: string;
  /** Files of tests, of which at least one has to fail. */
  tests: readonly string[];
}

/** All of one file with the same tests. */
export function defend(
  file: string,
  tests: readonly string[],
  defences: readonly (readonly [against: string, text: string, without: string])[],
): Defence[] {
  return defences.map(([against, text, without]) => ({ against, file, text, without, tests }));
}
