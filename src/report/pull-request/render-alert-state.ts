import { formatDay } from '../../contract/format-time.ts';
import { countThings } from '../../contract/count-things.ts';
import {
  type Alert,
  type AlertTransition,
  isAlertOpen,
  lastTransition,
  nameState,
} from '../../contract/alerts.ts';
import { type Block, fold, type Inline, list, paragraph } from '../blocks.ts';
import { cutPlain } from '../plain-text.ts';
import type { Title } from './title-view.ts';

/** The heading of an alert that is closed: by it the bot knows that it closed the issue itself. */
export function titleClosed(alert: Alert): Title | undefined {
  if (isAlertOpen(alert)) return undefined;
  const state = nameState(lastTransition(alert));
  return { sign: '✅', words: [`${state.charAt(0).toUpperCase()}${state.slice(1)}`] };
}

/** The state of the alert, who said so and why, and what was said before. */
export function renderAlertState(alert: Alert): Block[] {
  const earlier = alert.transitions.slice(0, -1).toReversed();
  return [
    ...paragraph({ bold: 'Alert' }, ': ', ...formatTransition(lastTransition(alert))),
    ...fold(
      `Earlier: ${countThings(earlier.length, 'state')}, newest first`,
      list(earlier.map(formatTransition), 'states'),
    ),
  ];
}

function formatTransition(transition: AlertTransition): Inline[] {
  const { atMs, because, by } = transition;
  const who: Inline[] = by === undefined ? [] : [' by ', { code: cutPlain(by, 60) }];
  const why = because === undefined ? '' : `. Because: ${cutPlain(because, 500)}`;
  return [`${nameState(transition)} since ${formatDay(atMs)}`, ...who, why];
}

/** Commands that people may write on the issue of an open alert. */
export const alertCommands =
  'With write access, say where it stands: `/perigee alert acknowledged`, or `explained`, `noise`, `accepted` or `fixed`, each with `because <reason>`.';
