/**
 * `npm test`: gets what the tests need, runs the checks beside every test, and ends with the plain line
 * `N passed, N failed`. Asks nothing: it runs with closed input, on a fresh machine too.
 */
import { requireNode } from './require-node.ts';
import { prepareMachine } from './testing/prepare-machine.ts';
import { runBatsTests, runBuild, runChecksAndVitest, runPythonTests } from './testing/run-tests.ts';
import { addTallies, describeTally, isGreen } from './testing/tally.ts';

requireNode('npm test');
prepareMachine();
const tally = addTallies([
  runBuild(),
  await runChecksAndVitest(),
  runPythonTests(),
  runBatsTests(),
]);
if (tally.skipped > 0) console.log(`skipped on this host: ${tally.skipped}`);
process.exitCode = isGreen(tally) ? 0 : 1;
console.log(describeTally(tally));
