/** What is wrong with the output of a tool, as a sentence without a full stop. */
export class ResultsFault extends Error {
  readonly line: number | undefined;

  /** @param line from 1 */
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
