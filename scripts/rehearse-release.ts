/**
 * Rehearses a release of what is committed: makes everything that the workflow would publish, in a temporary folder,
 * and tries each as its users install it. Nothing leaves the machine, and the clone stays as it is.
 *   node scripts/rehearse-release.ts 0.9.9
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const repository = 'example/perigee';
const address = `https://github.com/${repository}`;
const [, , version = ''] = process.argv;
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('name a version, e.g. 0.9.9');
const tag = `v${version}`;

const folder = mkdtempSync(join(tmpdir(), 'perigee-rehearsal-'));
const clone = join(folder, 'clone');
const packages = join(folder, 'package');

/** To git, and to what calls it, the repository on GitHub is a folder. */
const gitSettings = join(folder, 'gitconfig');
writeFileSync(
  gitSettings,
  `[user]\nname = Rehearsal\nemail = rehearsal@localhost\n[url "${pathToFileURL(folder).href}/origin.git"]\ninsteadOf = ${address}.git\ninsteadOf = ${address}\n`,
);
const environment = {
  ...process.env,
  ...{ GIT_CONFIG_GLOBAL: gitSettings, RUNNER_TEMP: folder },
  ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: repository },
  ...{ GITHUB_ACTOR: 'rehearsal', GITHUB_REF_NAME: tag },
  // Only the module of this release is asked of git itself.
  ...{ GOPRIVATE: `github.com/${repository}`, GOFLAGS: '-mod=mod' },
};

function run(cwd: string, program: string, ...args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: environment,
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  throw new Error(
    `${[program, ...args].join(' ')} (${error?.message ?? `exit code ${status}`})\n${stdout}${stderr}`,
  );
}

/** Runs a step of the workflow that a tag starts, as it stands there. */
function runStep(name: string): void {
  const { jobs } = parse(readFileSync(join(clone, '.github/workflows/release.yml'), 'utf8')) as {
    jobs: Record<string, { steps: { name?: string; run?: string }[] }>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const step = steps.find((one) => one.name === name);
  if (step?.run === undefined) throw new Error(`release.yml has no step "${name}"`);
  run(clone, 'bash', '-e', '-o', 'pipefail', '-c', step.run);
}

function makeFolder(name: string, files: Readonly<Record<string, string>>): string {
  const made = join(folder, name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(made, file, '..'), { recursive: true });
    writeFileSync(join(made, file), text);
  }
  return made;
}

function expectText(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`expected "${part}" in:\n${text}`);
}

/** What a program says that has nothing to measure: it has to start, and to say in words what it lacks. */
function expectWords(cwd: string, env: NodeJS.ProcessEnv, program: string, part: string): void {
  const [name = '', ...args] = program.split(' ');
  const { stdout, stderr } = spawnSync(name, args, { cwd, env, encoding: 'utf8' });
  expectText(`${stdout}${stderr}`, part);
}

const trials: Readonly<Record<string, () => void>> = {
  'prepare, commit, tag and push': () => {
    run(folder, 'git', 'clone', '--quiet', '--bare', root, 'origin.git');
    run(folder, 'git', 'clone', '--quiet', address, clone);
    run(clone, 'npm', 'ci', '--no-audit', '--no-fund');
    run(clone, 'node_modules/.bin/node', 'scripts/release.ts', 'prepare', version);
    run(clone, 'git', 'commit', '--quiet', '--all', '--message', `Release ${version}`);
    run(clone, 'git', 'tag', tag);
    run(clone, 'git', 'push', '--quiet', 'origin', 'HEAD', tag);
    run(clone, 'node_modules/.bin/node', 'scripts/release.ts', 'check', tag);
    run(clone, 'node_modules/.bin/node', 'scripts/release.ts', 'notes', tag);
  },
  'npm package': () => {
    runStep('Pack');
    const [file = ''] = readdirSync(packages);
    const project = makeFolder('npm', { 'package.json': '{"name":"project"}' });
    run(project, 'npm', 'install', '--no-audit', '--no-fund', join(packages, file));
    expectText(run(project, 'npx', 'perigee', '--version'), version);
    expectText(run(project, 'npx', 'perigee', 'demo', '--regression', 'list'), 'weak-hash');
    run(project, 'git', 'init', '--quiet');
    run(project, 'npx', 'perigee', 'init', '--github');
    const workflow = readFileSync(join(project, '.github/workflows/perigee.yml'), 'utf8');
    expectText(workflow, `uses: ${repository}/action@v1`);
  },
  "the action's tag": () => {
    runStep('Move the tag that workflows name');
    run(folder, 'git', 'clone', '--quiet', '--branch', 'v1', address, 'v1');
    const { runs } = parse(readFileSync(join(folder, 'v1/action/action.yml'), 'utf8')) as {
      runs: { main: string };
    };
    const program = join(folder, 'v1/action', runs.main);
    expectWords(folder, { PATH: process.env['PATH'] }, `node ${program}`, '::error::');
  },
  'the Buildkite plugin': () => {
    run(folder, 'git', 'clone', '--quiet', '--branch', tag, address, 'plugin');
    const hook = join(folder, 'plugin/buildkite-plugin/hooks/command');
    const words = 'the options of the plugin are unknown';
    expectWords(folder, { PATH: process.env['PATH'], BUILDKITE: 'true' }, `bash ${hook}`, words);
  },
  'Go module': () => {
    runStep('Tag the Go module');
    const module = `github.com/${repository}/sdk/go`;
    const project = makeFolder('go', {
      'go.mod': 'module trial\n\ngo 1.18\n',
      'main.go': `package main\n\nimport (\n\t"context"\n\t"fmt"\n\n\tperigee "${module}"\n)\n\nfunc main() {\n\terr := perigee.Profile(context.Background(), "work", func(context.Context) error { fmt.Println("worked"); return nil })\n\tfmt.Println(err)\n}\n`,
    });
    run(project, 'go', 'get', `${module}@${tag}`);
    expectText(run(project, 'go', 'run', '.'), 'worked\n<nil>');
  },
  'Python package': () => {
    run(folder, 'python3', '-m', 'venv', 'python');
    run(folder, 'python/bin/pip', 'install', '--quiet', join(clone, 'sdk/python'));
    const program = `import perigee, importlib.metadata as data
with perigee.profile("work"): print(data.version("perigee"))`;
    expectText(run(folder, 'python/bin/python', '-c', program), version);
  },
  'Rust crate': () => {
    run(
      join(clone, 'sdk/rust'),
      'cargo',
      'package',
      '--quiet',
      '--target-dir',
      join(folder, 'target'),
    );
    const crate = join(folder, `target/package/perigee-${version}`);
    const project = makeFolder('rust', {
      'Cargo.toml': `[package]\nname = "trial"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nperigee = { version = "${version}", path = "${crate}" }\n`,
      'src/main.rs':
        'fn main() { let span = perigee::begin("work").unwrap(); span.end().unwrap(); println!("worked"); }\n',
    });
    expectText(run(project, 'cargo', 'run', '--quiet'), 'worked');
  },
  'Java artifact': () => {
    const maven = ['--quiet', '--batch-mode', `-Dmaven.repo.local=${join(folder, 'maven')}`];
    run(join(clone, 'sdk/java'), 'mvn', ...maven, 'install');
    const pom = readFileSync(join(clone, 'sdk/java/pom.xml'), 'utf8');
    const dependency = ['groupId', 'artifactId', 'version']
      .map((name) => new RegExp(`<${name}>[^<]*</${name}>`).exec(pom)?.[0])
      .join('');
    expectText(dependency, version);
    const project = makeFolder('java', {
      'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>trial</groupId><artifactId>trial</artifactId><version>1</version><properties><maven.compiler.source>16</maven.compiler.source><maven.compiler.target>16</maven.compiler.target></properties><dependencies><dependency>${dependency}</dependency></dependencies></project>`,
      'src/main/java/Trial.java':
        'import perigee.Perigee;\npublic class Trial { public static void main(String[] args) throws Exception { Perigee.profile("work", () -> System.out.println("worked")); } }\n',
    });
    run(project, 'mvn', ...maven, 'compile');
    const sdk = join(clone, 'sdk/java/target/classes');
    expectText(run(project, 'java', '-cp', `target/classes:${sdk}`, 'Trial'), 'worked');
  },
  'C header and shell file': () => {
    const project = makeFolder('c', {
      'trial.c':
        '#include "perigee.h"\n#include <stdio.h>\nint main(void) { puts("worked"); return 0; }\n',
    });
    run(
      project,
      'cc',
      '-Wall',
      '-Werror',
      `-I${clone}/sdk/c`,
      '-pthread',
      '-o',
      'trial',
      'trial.c',
    );
    expectText(run(project, './trial'), 'worked');
    const shell = `. ${clone}/sdk/shell/perigee.sh; perigee span work -- echo worked`;
    expectText(run(project, 'sh', '-c', shell), 'worked');
  },
};

let failed = 0;
for (const [name, attempt] of Object.entries(trials)) {
  const started = performance.now();
  try {
    attempt();
    console.log(`ok      ${name} (${Math.round((performance.now() - started) / 1000)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`failed  ${name}: ${(error as Error).message}`);
  }
}
rmSync(folder, { recursive: true, force: true });
console.log(failed === 0 ? 'everything can be installed' : `${failed} cannot be installed`);
process.exitCode = failed === 0 ? 0 : 1;
