import { makePlain } from '../report/plain-text.ts';
import { cutToColumns } from '../report/terminal-text.ts';
import type { ProgressStream } from '../pipeline/progress-line.ts';

/** Shows that a program of a few seconds to minutes still works, and the last line that it printed. */
export interface WaitLine {
  /** The beginning of what goes on. */
  begin(this: void, doing: string): void;
  /** More output of the program. */
  hear(this: void, text: string): void;
  /** Shows it until the returned function is called. */
  wait(this: void): () => void;
}

const onTerminalMs = 1000;
/** A log keeps each line. */
const inLogMs = 20_000;
const mostKept = 500;

/** On a terminal one line that is written over each second; elsewhere, as in a log, a line now and then. */
export function createWaitLine(stream: ProgressStream): WaitLine {
  let doing = '';
  let printed = '';
  return {
    begin: (text) => {
      doing = text;
      stream.write(`perigee: ${makePlain(text)}\n`);
    },
    hear: (text) => {
      printed = `${printed}${text}`.slice(-mostKept);
    },
    wait: () => {
      printed = '';
      let waitedMs = 0;
      const stepMs = stream.isTTY ? onTerminalMs : inLogMs;
      const show = (): void => {
        waitedMs += stepMs;
        const last = printed
          .split(/[\r\n]/)
          .findLast((line) => /\S/.test(line))
          ?.trim();
        const so = last === undefined ? '' : ` · ${makePlain(last)}`;
        const text = `perigee: ${waitedMs / 1000} s · ${makePlain(doing)}${so}`;
        const columns = stream.isTTY ? stream.columns - 1 : 160;
        const line = cutToColumns(text, columns);
        stream.write(stream.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
      };
      const timer = setInterval(show, stepMs);
      return () => {
        clearInterval(timer);
        if (stream.isTTY && waitedMs > 0) stream.write('\r\u001b[2K');
      };
    },
  };
}
