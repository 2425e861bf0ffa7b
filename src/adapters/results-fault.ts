/** Names of benchmarks may be long; what is wrong with them stands behind. */
const longestMessage = 1200;

/** A fault in the output of a tool, as a sentence without a full stop. */
export class ResultsFault extends Error {
  readonly line: number | undefined;
  /** Whether nothing was measured at all. */
  readonly isEmpty: boolean;

  /** @param line from 1 */
  constructor(message: string, line?: number, isEmpty = false) {
    super(
      message.length <= longestMessage
        ? message
        : `${message.slice(0, longestMessage - 300)} … ${message.slice(-290)}`,
    );
    this.line = line;
    this.isEmpty = isEmpty;
  }
}
