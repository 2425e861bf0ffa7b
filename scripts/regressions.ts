/**
 * Tries the gate on itself: every planted regression has to turn red where it should, and neither the improvement nor
 * the unpatched code may turn red at all.
 *
 *   npx node scripts/regressions.ts --rounds 5 [--only NAME]... [--resume FILE]
 */
import { mkdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../src/contract/user-error.ts';
import { compareVerdict } from './regressions/compare-verdict.ts';
import { listFaults, renderTable } from './regressions/render-table.ts';
import { addResult, isBroken, readResults, type Result } from './regressions/results.ts';
import { runScenario } from './regressions/run-scenario.ts';
import { selectScenarios, type Scenario } from './regressions/scenarios.ts';
import { requireNode } from './require-node.ts';

interface Plan {
  scenarios: Scenario[];
  rounds: number;
  resultsFile: string;
}

requireNode('npx node scripts/regressions.ts');
try {
  await measureRounds(readArguments());
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

async function measureRounds({ scenarios, rounds, resultsFile }: Plan): Promise<void> {
  mkdirSync(dirname(resultsFile), { recursive: true });
  console.log(`results: ${relative(process.cwd(), resultsFile)}`);
  const done = readResults(resultsFile).filter((result) => !isBroken(result));
  for (let round = 1; round <= rounds; round++) {
    for (const scenario of scenarios) {
      if (done.some((one) => one.scenario === scenario.name && one.round === round)) continue;
      const result = await tryRound(scenario, round, resultsFile);
      addResult(resultsFile, result);
      console.log(describeResult(result));
    }
  }
  const results = readResults(resultsFile);
  const faults = listFaults(scenarios, results);
  console.log(`\n${renderTable(scenarios, results)}\n`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

async function tryRound(scenario: Scenario, round: number, resultsFile: string): Promise<Result> {
  const base = `${resultsFile.replace(/\.jsonl$/, '')}-${scenario.name}-${round}`;
  try {
    const run = await runScenario(scenario, { logFile: `${base}.log`, keepAs: base });
    const comparison = compareVerdict(scenario, run.verdict);
    const { exitCode, seconds } = run;
    return { scenario: scenario.name, round, seconds, exitCode, comparison };
  } catch (error) {
    const broken = error instanceof Error ? error.message : String(error);
    return { scenario: scenario.name, round, broken };
  }
}

function describeResult(result: Result): string {
  const start = `${result.scenario} ${result.round}`;
  if (isBroken(result)) return `${start}: ${result.broken}`;
  const { found, missing, otherReds, undecided, pairs } = result.comparison;
  const parts = [
    `exit ${result.exitCode}`,
    `${Math.round(result.seconds)} s`,
    `${pairs} pairs`,
    `found ${found.length} of ${found.length + missing.length}`,
    `${undecided} undecided`,
    ...(otherReds.length > 0 ? [`also red: ${otherReds.join('; ')}`] : []),
  ];
  return `${start}: ${parts.join(', ')}`;
}

function readArguments(): Plan {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true },
      resume: { type: 'string' },
    },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new UserError({
      where: '--rounds',
      seen: `"${values.rounds}"`,
      expected: 'a whole number from 1',
    });
  }
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const fresh = join(import.meta.dirname, '..', '.cache', 'regressions', `${name}.jsonl`);
  const resultsFile = values.resume ?? fresh;
  return { scenarios: selectScenarios(values.only), rounds, resultsFile };
}
