/**
 * `npm test`: gets what the tests need, runs the checks beside every test, and ends with the plain line
 * `N passed, N failed`. Asks nothing: it runs with closed input, on a fresh machine too.
 *
 * `npm test -- --fast`: only the tests that need no other program, such as a server or a browser.
 * `npm test -- --nightly`: what test/nightly.ts leaves to the night, too.
 */
import { parseArgs } from 'node:util';
import { requireNode } from './require-node.ts';
import { addTallies, describeTally, isGreen, type Tally } from './testing/tally.ts';

requireNode('npm test');
const isWanted = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { fast: isWanted, nightly: isWanted } });
if (values.nightly) process.env['PERIGEE_NIGHTLY'] = '1';
// They read when they are loaded whether it is night.
const { prepareMachine } = await import('./testing/prepare-machine.ts');
const { runBatsTests, runBuild, runChecksAndVitest, runFastTests, runPythonTests } =
  await import('./testing/run-tests.ts');
const tally = values.fast ? await runFastTests() : await runAllTests();
const why = values.nightly ? 'on this host' : 'by day (test/nightly.ts) or on this host';
if (tally.skipped > 0) console.log(`skipped ${why}: ${tally.skipped}`);
process.exitCode = isGreen(tally) ? 0 : 1;
console.log(describeTally(tally));

async function runAllTests(): Promise<Tally> {
  prepareMachine();
  return addTallies([runBuild(), await runChecksAndVitest(), runPythonTests(), runBatsTests()]);
}
