/**
 * Tests every version of Node and of the test runners that Perigee supports, with all random trials, attacks and kills,
 * of which `npm test` takes a part. Then tries the gate on itself: every
 * planted regression has to turn red where it should, and neither the improvement nor the unpatched code may turn red
 * at all.
 *
 *   npx node scripts/nightly.ts --versions
 *   npx node scripts/nightly.ts --rounds 5 [--only NAME]... [--resume FILE]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../src/contract/user-error.ts';
import { listTrackedFiles, root } from './checks/tracked-files.ts';
import { compareVerdict } from './nightly/compare-verdict.ts';
import { listFaults, renderTable } from './nightly/render-table.ts';
import { addResult, isBroken, readResults, type Result } from './nightly/results.ts';
import { runScenario } from './nightly/run-scenario.ts';
import { selectScenarios, type Scenario } from './nightly/scenarios.ts';
import { requireNode } from './require-node.ts';

interface Plan {
  scenarios: Scenario[];
  rounds: number;
  resultsFile: string;
  /** Scenarios that were named, or begun before, are run without the versions. */
  versions: 'alone' | 'first' | 'none';
}

/** The files whose tests `npm test` runs with the newest version alone. */
const filesWithVersions = [
  'test/buildkite-plugin/bundle.test.ts',
  'test/house/package.test.ts',
  'test/profile/cases/order-of-messages.test.ts',
  'test/profile/cases/test-runners.test.ts',
];

/** The files that say what `npm test` leaves to the night. */
function listFilesWithTrials(): string[] {
  const tests = listTrackedFiles().filter((file) => /^test\/.*\.test\.ts$/.test(file));
  const direct = tests.filter((file) =>
    /\/trials\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  );
  return [...direct, 'test/suite/shards/'];
}

requireNode('npx node scripts/nightly.ts');
try {
  const plan = readArguments();
  const isGreen = plan.versions === 'none' || testEveryVersion();
  if (plan.versions !== 'alone') await conductNight(plan);
  if (!isGreen) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

function testEveryVersion(): boolean {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...filesWithVersions, ...listFilesWithTrials()],
    {
      cwd: root,
      env: { ...process.env, PERIGEE_EVERY_VERSION: '1', PERIGEE_NIGHTLY: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  return status === 0;
}

async function conductNight({ scenarios, rounds, resultsFile }: Plan): Promise<void> {
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
      versions: { type: 'boolean', default: false },
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
  const fresh = join(import.meta.dirname, '..', '.cache', 'nightly', `${name}.jsonl`);
  const isPart = values.only !== undefined || values.resume !== undefined;
  const versions = values.versions ? 'alone' : isPart ? 'none' : 'first';
  const resultsFile = values.resume ?? fresh;
  return { scenarios: selectScenarios(values.only), rounds, resultsFile, versions };
}
