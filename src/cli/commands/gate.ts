import type { GateEntry } from '../../contract/documents.ts';
import type { GateAnswer } from '../../contract/gate-record.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { answerGate } from '../../gate/record/answer-gate.ts';
import { describeAlarm, describeGate, describeNights } from '../../report/gate/render-gate.ts';
import { wrapToColumns } from '../../report/terminal-text.ts';
import { nameLedger, readConfig } from '../../serving/settings/read-config.ts';
import { makePlain } from '../../report/plain-text.ts';
import { findOrigin, nameRepository } from '../name-repository.ts';
import { nearestName, suggestName } from '../../suite/nearest-name.ts';
import { readJournal } from '../gate/journal.ts';
import { readReverted } from '../gate/read-reverted.ts';
import type { GateOptions } from '../options.ts';
import { layOut } from '../store/lay-out.ts';
import { terminalOptions } from '../terminal-options.ts';
import { findRoot } from '../workplace.ts';

/** `perigee gate`: what the gate did, and what is wrong with it. It ends with 1 while an alarm stands. */
export async function showGate(options: GateOptions): Promise<ExitCode> {
  const { days, format, ledger } = options;
  const nowMs = Date.now();
  const kept = ledger === undefined ? readOwn() : await readLedger(options, nowMs);
  const { entries, root, ...counts } = kept;
  const ofGit = root === undefined ? undefined : await readReverted(root, entries, process.env);
  const ofBot = counts.reverted;
  const answer = answerGate(entries, {
    ...{ nowMs, days, findNearest: nearestName, ...counts },
    ...(ofGit === undefined ? {} : { reverted: new Set([...ofGit, ...(ofBot ?? [])]) }),
  });
  if (format === 'json') process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else process.stdout.write(tell(answer, terminalOptions(process.stdout).columns));
  return answer.alarms.length === 0 ? exitCode.nothingRegressed : exitCode.regressed;
}

interface Kept {
  entries: GateEntry[];
  /** Of a checkout of this repository. */
  root?: string;
  accepted?: number;
  reverted?: ReadonlySet<string>;
  blindSpots?: number;
}

function readOwn(): Kept {
  const root = findRoot(process.cwd());
  const { entries, file, unreadable } = readJournal(root);
  if (unreadable > 0) {
    process.stderr.write(
      `perigee: ${unreadable} lines of ${file} cannot be read and do not count\n`,
    );
  }
  return { entries, root };
}

async function readLedger(
  { config, days, ledger, repository }: GateOptions,
  nowMs: number,
): Promise<Kept> {
  // Its database needs Node 24; what a laptop measures does not.
  const { openGateReader } = await import('../../serving/gate/read-gate.ts');
  const file = typeof ledger === 'string' ? ledger : nameLedger(readConfig(config, process.env));
  const reader = openGateReader(file);
  try {
    const origin = findOrigin(process.cwd());
    const asked = nameRepository(process.cwd(), repository);
    const found = reader.read(asked, { nowMs, days });
    if (found === undefined) throw refuse(file, asked, reader.listRepositories());
    return { ...found, ...(asked === origin ? { root: findRoot(process.cwd()) } : {}) };
  } finally {
    reader.close();
  }
}

function refuse(where: string, asked: string, known: readonly string[]): UserError {
  const named = known.slice(0, 10).map(makePlain).join(', ');
  return new UserError({
    ...{ where, seen: `the bot never looked at ${JSON.stringify(asked)}` },
    expected: known.length === 0 ? 'a repository; it has none yet' : `one of ${named}`,
    remedy: suggestName(asked, known) ?? 'name it with --repository owner/name',
  });
}

function tell({ alarms, record }: GateAnswer, columns: number): string {
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
