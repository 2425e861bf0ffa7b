/** JUnit by Maven, by Gradle and by its own launcher; what is not installed here is skipped, and says so. */
import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { atNight } from '../../nightly.ts';
import { startCases } from '../../../src/runner/start-cases.ts';
import { executeHere, findSpan, root } from '../execute-here.ts';
import { fetchJunitConsole, gradle, plainClass, pom, testClass } from './junit-project.ts';
import { makeFolder, writeFiles } from '../../make-folder.ts';

const lacks = (program: string): boolean => spawnSync(program, ['--version']).status !== 0;
const noMaven = lacks('mvn') || lacks('javac');
const noGradle = lacks('gradle') || lacks('javac');
/** Of which the first fetches its plugins. */
const timeoutMs = 300_000;

let folder: string;
beforeEach(() => (folder = makeFolder()));

const write = (file: string, text: string): void => writeFiles(folder, { [file]: text });

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '/root',
  PERIGEE_HOME: root,
  // Maven runs for seconds: a JVM that compiles less takes a third less CPU time.
  MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
};

async function run(command: readonly string[], more: Record<string, string> = {}) {
  const ended = await executeHere(0, command, {
    directory: folder,
    environment: { ...environment, ...more },
    timeoutMs,
  });
  const names = ended.spans.map(({ span }) => span).filter((span) => span !== 'whole test');
  return { ...ended, names: names.sort() };
}

const runCases = (pattern: string, more?: Record<string, string>) =>
  run(startCases({ runner: 'junit', pattern }, { home: root, directory: folder }), more);

const inSrc = 'src/test/java/org/example';
const wanted = [
  'org.example.e2e.SyncTest > download',
  'org.example.e2e.SyncTest > dynamic > first',
  'org.example.e2e.SyncTest > made(Object) > [1]',
  expect.stringMatching(/^org\.example\.e2e\.SyncTest > sized\(int\) > \[1\] (size = )?7$/),
  'org.example.e2e.SyncTest$Upload > small',
];

describe.skipIf(noMaven)(`junit by Maven${noMaven ? ' (skipped: no mvn or no javac)' : ''}`, () => {
  atNight.each([
    ['5.8.2', '3.0.0'],
    ['6.1.3', '3.6.1'],
  ])(
    'JUnit %s with Surefire %s: each test of the classes that are chosen is a span',
    async (junit, surefire) => {
      write('pom.xml', pom(junit, surefire));
      write(`${inSrc}/e2e/SyncTest.java`, testClass('e2e', 'SyncTest'));
      write(`${inSrc}/unit/WordsTest.java`, testClass('unit', 'WordsTest'));
      const { names, log, outcome, problems, ...ended } = await runCases('org/example/e2e/**');
      expect(outcome.status, log).toBe('passed');
      expect(names).toEqual(wanted);
      expect(problems).toEqual([]);
      expect(findSpan({ ...ended, outcome, problems }, names[0] ?? '').values).toHaveProperty(
        'cpu.total',
      );
    },
    timeoutMs,
  );

  test(
    'a test that fails fails the run, and its span is left out',
    async () => {
      write('pom.xml', pom('6.1.3', '3.6.1'));
      const more = '@Test void broken() { throw new IllegalStateException("no disk"); }';
      write(`${inSrc}/e2e/SyncTest.java`, testClass('e2e', 'SyncTest', { more }));
      const { names, log, outcome, problems } = await runCases('**');
      expect(outcome.status).toBe('failed');
      expect(log).toContain('no disk');
      expect(names).toEqual(wanted);
      expect(problems).toMatchObject([
        { code: 'span-failed', span: 'org.example.e2e.SyncTest > broken' },
      ]);
    },
    timeoutMs,
  );

  atNight(
    'a pattern that fits no class fails, and so does one that an old JUnit does not ask for',
    async () => {
      write('pom.xml', pom('5.7.2', '3.6.1'));
      write(`${inSrc}/SyncTest.java`, plainClass('SyncTest', '@Test void one() {}'));
      const { outcome, log } = await runCases('org/example/nothing/**');
      expect(outcome.status).toBe('failed');
      expect(log).toContain('in a class that fits the pattern org/example/nothing/**');
    },
    timeoutMs,
  );

  atNight(
    'its own launcher: what a test annotates and records belongs to its span',
    async () => {
      write(
        'SyncTest.java',
        plainClass(
          'SyncTest',
          `@Test void one() {
    perigee.Perigee.annotate("num_files", 100);
    perigee.Perigee.number("speed").unit("files/s").record(12);
  }`,
        ),
      );
      const command = `classes=$(node "$PERIGEE_HOME/dist/cases/main.mjs" junit-classes) &&
javac -d out -cp "${fetchJunitConsole()}:$classes" SyncTest.java &&
exec java -jar "${fetchJunitConsole()}" execute --class-path "out:$classes" --scan-class-path out`;
      const ended = await run(['sh', '-c', command]);
      expect(ended.outcome.status, ended.log).toBe('passed');
      const span = findSpan(ended, 'org.example.SyncTest > one');
      expect(span.annotations).toEqual({ num_files: 100 });
      expect(span.values).toMatchObject({ speed: 12 });
    },
    timeoutMs,
  );
});

test.skipIf(noGradle)(
  `junit by Gradle: each test of the classes that are chosen is a span${noGradle ? ' (skipped: no gradle or no javac)' : ''}`,
  async () => {
    write('build.gradle', gradle);
    const before = '@org.junit.runner.RunWith(org.junit.platform.runner.JUnitPlatform.class)';
    write(`${inSrc}/e2e/SyncTest.java`, testClass('e2e', 'SyncTest', { before }));
    write(`${inSrc}/unit/WordsTest.java`, testClass('unit', 'WordsTest', { before }));
    const { names, log, outcome, problems } = await runCases('org/example/e2e/**');
    expect(outcome.status, log).toBe('passed');
    expect(names).toEqual(wanted);
    expect(problems).toEqual([]);
  },
  timeoutMs,
);

test('a folder without a build is a failure with a remedy', async () => {
  const { outcome, log } = await runCases('**');
  expect(outcome.status).toBe('failed');
  expect(log).toContain('Perigee: no pom.xml and no build.gradle in ');
});

test('a JDK that is not there is a failure with a remedy', async () => {
  write('pom.xml', '<project/>');
  const { outcome, log } = await runCases('**', { JAVA_HOME: '/nothing/here' });
  expect(outcome.status).toBe('failed');
  expect(log).toContain('/nothing/here/bin/javac could not compile');
  expect(log).toContain('a JDK 16 or newer');
});
