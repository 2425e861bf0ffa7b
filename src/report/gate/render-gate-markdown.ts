import { countThings } from '../../contract/count-things.ts';
import type { GateAlarm, GateAnswer } from '../../contract/gate-record.ts';
import { type Block, type Inline, list, paragraph, type Row } from '../blocks.ts';
import { printMarkdown } from '../print-markdown.ts';
import { titleBlock } from '../pull-request/title-view.ts';
import { describeAlarm, describeGate, describeNights } from './render-gate.ts';

const mostAlarms = 50;
/** The bot adds what it has to know of the alarms. */
const mostBytes = 50_000;

/** The record of the gate and its own faults, as Markdown of at most 65,535 bytes. */
export function renderGateRecord(answer: GateAnswer): string {
  const { alarms } = answer;
  return printMarkdown([
    ...renderRecord(answer),
    ...(alarms.length === 0
      ? paragraph('No alarm about the gate itself.')
      : [...paragraph({ bold: 'Alarms about the gate itself' }), ...listAlarms(alarms)]),
  ]);
}

/**
 * The one issue about the gate of a repository, of at most 50,000 bytes.
 * @param marker becomes its first line, by which it is found again
 */
export function renderGateIssue(
  answer: GateAnswer,
  { marker }: { marker: string },
): { title: string; body: string } {
  const { alarms } = answer;
  const heading =
    alarms.length === 0
      ? titleBlock({ sign: '✅', words: ['Nothing is wrong with the gate any more'] })
      : titleBlock({
          sign: '⚠️',
          words: [`${countThings(alarms.length, 'alarm')} about the gate itself`],
        });
  const about =
    alarms.length === 0
      ? []
      : paragraph('This says nothing of the code. Each is closed here as soon as it is over.');
  const body = printMarkdown([heading, ...about, ...listAlarms(alarms), ...renderRecord(answer)], {
    limitBytes: mostBytes,
    marker,
  });
  return { title: 'Perigee: something is wrong with the gate itself', body };
}

function listAlarms(alarms: readonly GateAlarm[]): Block[] {
  return list(
    alarms.map((alarm): Inline[] => {
      const { remedy, what } = describeAlarm(alarm);
      return [`${what}. `, { bold: 'What now:' }, ` ${remedy}`];
    }),
    'alarms',
    mostAlarms,
  );
}

function renderRecord({ record }: GateAnswer): Block[] {
  const [headings, ...nights] = describeNights(record.nights);
  const toRow = (cells: readonly string[]): Row => ({ cells });
  return [
    ...paragraph({ bold: `The gate in the last ${countThings(record.days, 'day')}` }),
    { kind: 'table', columns: ['', ''], rows: describeGate({ record }).map(toRow), what: 'facts' },
    ...(headings === undefined
      ? []
      : ([
          ...paragraph({ bold: 'Positive controls, newest first' }),
          { kind: 'table', columns: headings, rows: nights.map(toRow), what: 'nights' },
        ] satisfies Block[])),
  ];
}
