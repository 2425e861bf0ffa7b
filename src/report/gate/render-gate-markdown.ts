import type { GateAlarm, GateAnswer } from '../../contract/gate-record.ts';
import { type Block, fitBlocks } from '../markdown-budget.ts';
import { showMarker, showProse } from '../markdown-text.ts';
import { showLines } from '../pull-request/paragraphs.ts';
import { countThings } from '../pull-request/title.ts';
import { describeAlarm, describeGate, describeNights } from './render-gate.ts';

const mostAlarms = 50;
/** The bot adds what it has to know of the alarms. */
const mostBytes = 50_000;

/** What the gate did and what is wrong with it, as Markdown of at most 65,535 bytes. */
export function renderGateRecord(answer: GateAnswer): string {
  const { alarms } = answer;
  const none = showLines(['No alarm about the gate itself.']);
  return fitBlocks([
    ...tellRecord(answer),
    ...(alarms.length === 0 ? none : listAlarms('**Alarms about the gate itself**', alarms)),
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
  const isFine = alarms.length === 0;
  const heading = isFine
    ? '### ✅ Nothing is wrong with the gate any more'
    : `### ⚠️ ${countThings(alarms.length, 'alarm', 'alarms')} about the gate itself`;
  const body = fitBlocks(
    [
      ...showLines([showMarker(marker), heading]),
      ...(isFine
        ? []
        : listAlarms(
            'This says nothing of the code. Each is closed here as soon as it is over.',
            alarms,
          )),
      ...tellRecord(answer),
    ],
    mostBytes,
  );
  return { title: 'Perigee: something is wrong with the gate itself', body };
}

function listAlarms(heading: string, alarms: readonly GateAlarm[]): Block[] {
  const rows = alarms.slice(0, mostAlarms).map((alarm) => {
    const { remedy, what } = describeAlarm(alarm);
    return `- ${showProse(what)}. **What now:** ${remedy}`;
  });
  return [
    {
      head: [heading, ''],
      rows,
      tail: [''],
      tellLeftOut: (left) => `- … and ${left.toLocaleString('en-US')} more`,
      alreadyLeftOut: alarms.length - rows.length,
    },
  ];
}

function tellRecord({ record }: GateAnswer): Block[] {
  const rows = describeGate({ record }).map(([name, text]) => `| ${name} | ${text} |`);
  const [headings, ...nights] = describeNights(record.nights);
  const table = (cells: readonly string[]): string => `| ${cells.map(showCell).join(' | ')} |`;
  return [
    ...showLines([`**The gate in the last ${countThings(record.days, 'day', 'days')}**`]),
    ...showLines(['| | |', '| --- | --- |', ...rows]),
    ...(headings === undefined
      ? []
      : showLines([
          ...['**Positive controls, newest first**', '', table(headings)],
          table(headings.map(() => '---')),
          ...nights.map(table),
        ])),
  ];
}

/** Figures and words of our own: nothing in them is from outside. */
function showCell(text: string): string {
  return text === '' ? ' ' : text;
}
