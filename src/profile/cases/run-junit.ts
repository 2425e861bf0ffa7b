import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../contract/user-error.ts';
import { buildJunit } from './build-junit.ts';

const initScript = fileURLToPath(
  new URL('../../sdk/java/src/junit/perigee.gradle', import.meta.url),
);

/** One test after the other, because the counters of a span are those of all processes of the test. */
export function runJunit(pattern: string, directory: string): void {
  const [program = '', ...args] = startBuild(directory);
  const classes = buildJunit(directory);
  const folder = mkdtempSync(join(tmpdir(), 'perigee-junit-'));
  const ran = join(folder, 'ran');
  const environment = {
    ...process.env,
    PERIGEE_JUNIT_CLASSES: classes,
    PERIGEE_JUNIT_RAN: ran,
    PERIGEE_PATTERN: pattern,
  };
  try {
    const { error, status } = spawnSync(
      program,
      args.map((arg) => arg.replace('{classes}', classes)),
      { cwd: directory, env: environment, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    if (error !== undefined) refuseTool(program, error);
    if (status !== 0) process.exitCode = 1;
    else if (!existsSync(ran)) refuseNoCases(program, pattern);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns the command; `{classes}` stands for what goes on the class path */
function startBuild(directory: string): string[] {
  const has = (file: string): boolean => existsSync(join(directory, file));
  const tool = (wrapper: string, program: string): string =>
    has(wrapper) ? join(directory, wrapper) : program;
  if (has('pom.xml')) return [tool('mvnw', 'mvn'), ...ofMaven, 'test'];
  if (['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].some(has)) {
    return [tool('gradlew', 'gradle'), ...ofGradle, 'test'];
  }
  throw new UserError({
    seen: `no pom.xml and no build.gradle in ${directory}`,
    expected: 'a project of Maven or Gradle',
    remedy:
      'set "directory" of the test to its folder; for any other build, see "Use your own command" in docs/test-runners.md',
  });
}

const ofMaven = [
  ...['-B', '-T', '1', '-Dmaven.test.additionalClasspath={classes}'],
  ...['-DforkCount=1', '-DreuseForks=true', '-DfailIfNoTests=false'],
  ...['-Djacoco.skip=true', '-Dmaven.build.cache.enabled=false'],
];

/** A daemon that is there already would not be among the processes that Perigee measures. */
const ofGradle = [
  ...['--no-daemon', '--no-parallel', '--no-build-cache', '--console=plain'],
  ...['--init-script', initScript],
];

function refuseTool(program: string, cause: Error): never {
  throw new UserError({
    seen: `${program} could not be started: ${cause.message}`,
    expected: 'Maven or Gradle, or the wrapper of the project',
    remedy: 'install it, or commit mvnw or gradlew and make it executable',
  });
}

/** So that a build without tests is not taken for tests that pass. */
function refuseNoCases(program: string, pattern: string): never {
  throw new UserError({
    seen: `${program} ran no test of the JUnit Platform in a class that fits the pattern ${pattern}`,
    expected:
      'tests of JUnit 5.8 or newer, or of JUnit 4 by its vintage engine, in classes such as org/example/e2e/SyncTest',
    remedy:
      'correct "pattern" in perigee.yml; Surefire must be 3.0 or newer (without a pattern 2.22), and its additionalClasspathElements not be set in the POM',
  });
}
