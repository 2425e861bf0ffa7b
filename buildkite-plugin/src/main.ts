/** The plugin: a hook calls it, and it ends with the exit code of what it did. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ExitCode, exitCode } from '../../src/contract/user-error.ts';
import { hideFromOthers } from '../../src/runner/setup/hide-keys.ts';
import { explainEnd } from '../../src/pipeline/job/explain-end.ts';
import { openBundle } from '../../src/pipeline/job/bundle.ts';
import { refuseWindows } from '../../src/pipeline/refuse-windows.ts';
import { openAgent } from '../../src/transport/buildkite/agent.ts';
import { chooseTurn, parseHook } from './choose-turn.ts';
import { isOfPlugin } from './environment-of-tests.ts';
import { openJobLog, withoutMarks } from './job-log.ts';
import { readOptions } from './options.ts';
import { refuseOtherHooks } from './refuse-other-hooks.ts';

// Not `import.meta.dirname`, which Node has since 20.11.
const ownFolder = dirname(fileURLToPath(import.meta.url));
const write = (text: string): void => void process.stdout.write(text);
const log = openJobLog(write);
const folder = mkdtempSync(join(tmpdir(), 'perigee-'));
let ended: ExitCode = exitCode.couldNotMeasure;
try {
  ended = await start();
} catch (caught) {
  const { code, message } = explainEnd(caught);
  ended = code;
  log.openGroup('Perigee could not go on');
  write(`\u001b[31m${withoutMarks(message)}\u001b[0m\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// Work that was given up at a deadline would keep the job waiting. The log comes first: it may be a pipe.
process.stdout.write('', () => process.exit(ended));

async function start(): Promise<ExitCode> {
  const hook = parseHook(process.argv.slice(2));
  const options = readOptions(process.env);
  // Before any code of the change runs: it could read them in /proc.
  hideFromOthers(process.env, (name) => isOfPlugin(name, options.passwordVariable));
  if (hook === 'pre-command') {
    refuseOtherHooks(process.env, join(ownFolder, '..'), { locate });
  }
  const turn = chooseTurn(hook, options, process.env);
  if (turn.kind === 'passes') {
    if (turn.why !== undefined) log.say(turn.why);
    return exitCode.nothingRegressed;
  }
  if (options.mode !== 'report') refuseWindows(process.platform);
  // Two of the three hooks of a step have nothing to do, and load nothing of it.
  const { work } = await import('./work.ts');
  return work({
    agent: openAgent(process.env),
    bundle: openBundle(ownFolder),
    environment: process.env,
    log,
    options,
    temporaryFolder: folder,
    workingFolder: process.cwd(),
  });
}

function locate(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
