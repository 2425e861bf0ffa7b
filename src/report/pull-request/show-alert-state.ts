import {
  type Alert,
  type AlertTransition,
  isAlertOpen,
  lastTransition,
} from '../../contract/alerts.ts';
import type { Block } from '../markdown-budget.ts';
import { showCode } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { foldRows, showCut, showLines } from './paragraphs.ts';
import { countThings } from './title.ts';

/** The heading of an alert that is closed: by it the bot knows that it closed the issue itself. */
export function titleClosed(alert: Alert): string | undefined {
  if (isAlertOpen(alert)) return undefined;
  const { state } = lastTransition(alert);
  return `✅ ${state.charAt(0).toUpperCase()}${state.slice(1)}`;
}

/** Where it stands, who said so and why, and what was said before. */
export function showAlertState(alert: Alert): Block[] {
  const last = lastTransition(alert);
  const earlier = alert.transitions.slice(0, -1).toReversed();
  return [
    ...showLines([`**Alert**: ${tellTransition(last)}`]),
    ...foldRows(
      `Earlier: ${countThings(earlier.length, 'state', 'states')}, newest first`,
      earlier.map((one) => `- ${tellTransition(one)}`),
      'states',
    ),
  ];
}

function tellTransition({ atMs, because, by, state }: AlertTransition): string {
  const who = by === undefined ? '' : ` by ${showCode(cutPlain(by, 60))}`;
  const why = because === undefined ? '' : `. Because: ${showCut(because, 500)}`;
  return `${state} since ${new Date(atMs).toISOString().slice(0, 10)}${who}${why}`;
}

/** What people may write on the issue of an open alert. */
export const alertCommands =
  'With write access, say where it stands: `/perigee alert acknowledged`, or `explained`, `noise`, `accepted` or `fixed`, each with `because <reason>`.';
