/**
 * `npm test`: gets what the tests need, runs the checks beside every test, and ends with the plain line
 * `N passed, N failed`. Asks nothing: it runs with closed input, on a fresh machine too.
 *
 * `npm test -- --fast`: only the tests that need no other program, such as a server or a browser.
 */
import { parseArgs } from 'node:util';
import { requireNode } from './require-node.ts';
import { prepareMachine } from './testing/prepare-machine.ts';
import {
  runBatsTests,
  runBuild,
  runChecksAndVitest,
  runFastTests,
  runPythonTests,
} from './testing/run-tests.ts';
import { addTallies, describeTally, isGreen, type Tally } from './testing/tally.ts';

requireNode('npm test');
const { values } = parseArgs({ options: { fast: { type: 'boolean', default: false } } });
const tally = values.fast ? await runFastTests() : await runAllTests();
if (tally.skipped > 0) console.log(`skipped on this host: ${tally.skipped}`);
process.exitCode = isGreen(tally) ? 0 : 1;
console.log(describeTally(tally));

async function runAllTests(): Promise<Tally> {
  prepareMachine();
  return addTallies([runBuild(), await runChecksAndVitest(), runPythonTests(), runBatsTests()]);
}
