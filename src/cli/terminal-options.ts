import type { WriteStream } from 'node:tty';
import type { TerminalOptions } from '../report/render-terminal.ts';

/** Colour on a terminal unless NO_COLOR is set; FORCE_COLOR where there is no terminal. */
export function terminalOptions(
  stream: Pick<WriteStream, 'isTTY' | 'columns'>,
  environment: NodeJS.ProcessEnv = process.env,
): TerminalOptions {
  const { NO_COLOR, FORCE_COLOR } = environment;
  const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';
  return {
    colour: !isSet(NO_COLOR) && (stream.isTTY || (isSet(FORCE_COLOR) && FORCE_COLOR !== '0')),
    // A pipe has no width.
    columns: stream.isTTY ? stream.columns : 100,
  };
}
