import type { GateAnswer } from '../../contract/gate-record.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { answerGate } from '../../gate/record/answer-gate.ts';
import { describeAlarm, describeGate, describeNights } from '../../report/gate/render-gate.ts';
import { wrapToColumns } from '../../report/terminal-text.ts';
import { readJournal } from '../gate/journal.ts';
import { layOut } from '../store/lay-out.ts';
import { terminalOptions } from '../terminal-options.ts';
import { findRoot } from '../workplace.ts';
import { type Command, Option } from 'commander';
import { end } from '../end-with.ts';
import { form, parseOne } from '../shared-options.ts';
import { goneOption } from '../gone.ts';

interface GateOptions {
  /** How far back. */
  days: number;
  format: 'terminal' | 'json';
}

export function declareCommand(command: Command): void {
  command
    .option('--days <number>', 'how far back', parseOne, 30)
    .addOption(
      goneOption(
        '--ledger [file]',
        'this shows the record of this machine; for that of the bot use the page Gate of the dashboard, or `/perigee gate` on a pull request',
      ),
    )
    .addOption(new Option('--repository <owner/name>').hideHelp())
    .addOption(new Option('--config <file>').hideHelp())
    .addOption(form('how to show it', ['terminal', 'json']))
    .addHelpText(
      'after',
      '\nExit codes: 0 no alarm about the gate, 1 an alarm stands, 2 wrong usage.',
    )
    .action((options: GateOptions) => end(printGate(options)));
}

/** `perigee gate`: what the gate did, and what is wrong with it. It ends with 1 while an alarm stands. */
async function printGate({ days, format }: GateOptions): Promise<ExitCode> {
  const { entries, file, unreadable } = readJournal(findRoot(process.cwd()));
  if (unreadable > 0) {
    process.stderr.write(
      `perigee: ${unreadable} lines of ${file} cannot be read and do not count\n`,
    );
  }
  const answer = answerGate(entries, { nowMs: Date.now(), days });
  if (format === 'json') process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else process.stdout.write(renderGateAnswer(answer, terminalOptions(process.stdout).columns));
  return answer.alarms.length === 0 ? exitCode.nothingRegressed : exitCode.regressed;
}

function renderGateAnswer({ alarms, record }: GateAnswer, columns: number): string {
  const rows = describeGate({ record });
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.flatMap(([name, text]) => {
    const [first = '', ...more] = wrapToColumns(text, columns - width - 4);
    return [
      `  ${name.padEnd(width)}  ${first}`,
      ...more.map((l) => `  ${' '.repeat(width)}  ${l}`),
    ];
  });
  const nights = layOut(describeNights(record.nights), columns);
  const told = alarms.flatMap((alarm) => {
    const { remedy, what } = describeAlarm(alarm);
    return [
      ...wrapToColumns(`✗ ${what}`, columns, '  '),
      ...wrapToColumns(remedy, columns, '    '),
    ];
  });
  return [
    `The gate in the last ${record.days} days`,
    ...lines,
    ...(nights.length === 0 ? [] : ['', 'Positive controls, newest first', ...nights]),
    '',
    alarms.length === 0 ? 'No alarm about the gate itself.' : 'Alarms about the gate itself',
    ...told,
    '',
  ].join('\n');
}
