import type { Verdict } from '../contract/documents.ts';
import { type TerminalOptions, printTerminal } from './print-terminal.ts';
import { arrangeView } from './pull-request/compose-view.ts';
import { viewVerdict } from './verdict-view.ts';

export type { TerminalOptions } from './print-terminal.ts';

/** The verdict for a person at a terminal: the answer first, the worst next, the rest with `verbose`. */
export function renderTerminal(verdict: Verdict, options: TerminalOptions): string {
  return printTerminal(arrangeView(viewVerdict(verdict, { patch: options.patch })), options);
}
