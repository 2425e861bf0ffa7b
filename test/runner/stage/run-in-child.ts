/** Starts or resumes a run of two tests: `node run-in-child.ts run|resume <repository>`. */
import { resumeRun } from '../../../src/runner/resume-run.ts';
import type { RunRequest } from '../../../src/runner/run-request.ts';
import { runSuite } from '../../../src/runner/run-suite.ts';
import { executeLocally } from './execute-locally.ts';
import { describeKillSuite } from './kill-suite.ts';

const [mode, root = ''] = process.argv.slice(2);
const suite = describeKillSuite(root);
const request: RunRequest & { id: string } = {
  suite,
  tests: suite.tests,
  repository: root,
  sides: { before: { kind: 'where-it-branched' }, after: { kind: 'working-tree' } },
  home: '/home/of/perigee',
  environment: process.env,
  seed: 7,
  id: 'the-run',
  ports: { execute: executeLocally, lookAt: () => ({ hinted: [], open: ['b'] }) },
};
await (mode === 'resume' ? resumeRun(request) : runSuite(request));
