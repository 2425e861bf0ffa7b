/** What is wrong with the output of a tool, as a sentence without a full stop. */
export class ResultsFault extends Error {
  readonly line: number | undefined;
  /** Whether nothing was measured at all. */
  readonly isEmpty: boolean;

  /** @param line from 1 */
  constructor(message: string, line?: number, isEmpty = false) {
    super(message);
    this.line = line;
    this.isEmpty = isEmpty;
  }
}
