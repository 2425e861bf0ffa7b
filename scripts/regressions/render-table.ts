/** The table of the rounds. Pure. */
import { isBroken, type Result, type Round } from './results.ts';
import { mustStayGreen, type Scenario } from './scenarios.ts';

const headings = ['patch', 'expected', 'found', 'pairs', 'false reds', 'other reds', 'seconds'];

/** A Markdown table, one row a scenario that was tried. */
export function renderTable(scenarios: readonly Scenario[], results: readonly Result[]): string {
  const rows = scenarios.flatMap((scenario) => {
    const own = results.filter((result) => result.scenario === scenario.name);
    return own.length === 0 ? [] : [renderRow(scenario, own)];
  });
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join(
    '\n',
  );
}

/** What went wrong, in sentences; empty when all was as it should be. */
export function listFaults(scenarios: readonly Scenario[], results: readonly Result[]): string[] {
  return results.flatMap((result) => {
    const scenario = scenarios.find(({ name }) => name === result.scenario);
    if (scenario === undefined) return [];
    const where = `${result.scenario}, round ${result.round}`;
    if (isBroken(result)) return [`${where}: could not be measured: ${result.broken}`];
    const { missing, otherReds } = result.comparison;
    return [
      ...missing.map((name) => `${where}: not found: ${name}`),
      ...(mustStayGreen(scenario) ? otherReds.map((red) => `${where}: false red: ${red}`) : []),
    ];
  });
}

function renderRow(scenario: Scenario, results: readonly Result[]): string[] {
  const rounds = results.filter((result): result is Round => !isBroken(result));
  const whole = rounds.filter(({ comparison }) => comparison.missing.length === 0);
  const reds = rounds.filter(({ comparison }) => comparison.otherReds.length > 0).length;
  const green = mustStayGreen(scenario);
  return [
    scenario.name,
    listExpected(scenario),
    green ? describeImproved(scenario, rounds) : `${whole.length} of ${results.length} runs`,
    span(rounds.map(({ comparison }) => comparison.pairs)),
    green ? `${reds} of ${results.length} runs` : '',
    green ? '' : span(rounds.map(({ comparison }) => comparison.otherReds.length)),
    span(rounds.map(({ seconds }) => Math.round(seconds))),
  ];
}

function listExpected({ regresses, failing, improves }: Scenario): string {
  const metrics = new Set(regresses.flatMap((expected) => expected.metrics));
  const better = new Set(improves.flatMap((expected) => expected.metrics));
  const parts = [
    ...metrics,
    ...(failing.length > 0 ? ['a test times out'] : []),
    ...[...better].map((metric) => `${metric} better`),
  ];
  return parts.length === 0 ? 'nothing red' : parts.join(', ');
}

function describeImproved({ improves }: Scenario, rounds: readonly Round[]): string {
  if (improves.length === 0) return '';
  const seen = rounds.filter(({ comparison }) => comparison.improved.length > 0).length;
  return `${seen} of ${rounds.length} runs`;
}

function span(values: readonly number[]): string {
  if (values.length === 0) return '';
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? `${least}` : `${least}–${most}`;
}
