import { posix } from 'node:path';
import { describeCases } from './describe-cases.ts';
import { findModules } from './gradle-plugins.ts';
import { resultsFile, type InspectToolchain, type StarterTest } from './findings.ts';
import { isThere, listFiles, readIfThere } from './repository-files.ts';

/** Perigee repeats: what JMH repeats within one execution may be short. */
const short = ['-f', '1', '-wi', '3', '-w', '200ms', '-i', '3', '-r', '200ms'];
const output = ['-rf', 'json', '-rff', resultsFile, '-foe', 'true'];

/** The benchmarks of JMH in builds of Maven and Gradle; undefined without either. */
export const inspectJava: InspectToolchain = async (directory) => {
  const files = await listFiles(directory, /^(pom\.xml|build\.gradle(\.kts)?)$/);
  if (files.length === 0) return undefined;
  for (const file of files.filter((one) => one.endsWith('pom.xml'))) {
    const text = (await readIfThere(directory, file)) ?? '';
    const folder = posix.dirname(file);
    if (/<artifactId>\s*jmh-core\s*</.test(text)) return inspectMaven(directory, folder, text);
  }
  const { folders, unapplied } = await findModules(directory, files);
  if (folders.length > 0) return inspectGradle(directory, folders);
  if (unapplied !== undefined) {
    const why =
      'it applies the JMH plugin, and no module is seen to use it: build the jar of the module in setup (gradle :module:jmhJar), and make [java, -jar, …-jmh.jar, -rf, json] a test with its results';
    return { setup: [], benchmarks: [], passedOver: [{ what: unapplied, why }] };
  }
  for (const file of files) {
    const text = (await readIfThere(directory, file)) ?? '';
    if (posix.dirname(file) === '.' && /junit/i.test(text)) return takeTests(directory, file);
  }
  const why =
    'no benchmarks of JMH are in it, and the build tool itself mostly starts and compiles: build a jar in setup; the test is [java, -cp, …, a class that does a fixed amount of work for seconds]';
  return { setup: [], benchmarks: [], passedOver: [{ what: 'a Java build', why }] };
};

/** For the build at the root, which has the modules. */
async function takeTests(directory: string, file: string) {
  const isMaven = file === 'pom.xml';
  const [wrapper, program] = isMaven
    ? (['mvnw', 'mvn'] as const)
    : (['gradlew', 'gradle'] as const);
  const tool = (await isThere(directory, wrapper)) ? `./${wrapper}` : program;
  const compile = isMaven ? ['-q', '-B', 'test-compile'] : ['-q', '--no-daemon', 'testClasses'];
  return {
    setup: [{ command: [tool, ...compile], because: 'compiles once, before anything is measured' }],
    benchmarks: [],
    cases: await describeCases(directory, 'junit'),
    passedOver: [],
  };
}

async function inspectMaven(directory: string, folder: string, pom: string) {
  const maven = (await isThere(directory, 'mvnw')) ? './mvnw' : 'mvn';
  const module = folder === '.' ? [] : ['-pl', folder, '-am'];
  const quiet = [maven, '-q', '-B', '-DskipTests', ...module];
  const because = 'compiles once, before anything is measured';
  if (/maven-shade-plugin/.test(pom)) {
    const jar = /<finalName>\s*([\w.-]+)\s*</.exec(pom)?.[1] ?? 'benchmarks';
    const command = ['java', '-jar', `target/${jar}.jar`, ...output, ...short];
    return {
      setup: [{ command: [...quiet, 'package'], because }],
      benchmarks: [describe(folder, command)],
      passedOver: [],
    };
  }
  // A scope of its own, such as test, keeps them out of every jar: run them from the classes.
  const list = 'dependency:build-classpath';
  const goals = ['test-compile', list, '-Dmdep.outputFile=target/perigee-classpath'];
  const run = `java -cp "target/test-classes:target/classes:$(cat target/perigee-classpath)" org.openjdk.jmh.Main`;
  return {
    setup: [{ command: [...quiet, ...goals], because }],
    benchmarks: [describe(folder, ['sh', '-c', `exec ${[run, ...output, ...short].join(' ')}`])],
    passedOver: [],
  };
}

async function inspectGradle(directory: string, folders: readonly string[]) {
  const gradle = (await isThere(directory, 'gradlew')) ? './gradlew' : 'gradle';
  const tasks = folders.map((folder) =>
    folder === '.' ? 'jmhJar' : `:${folder.replaceAll('/', ':')}:jmhJar`,
  );
  const run = `exec java -jar build/libs/*-jmh.jar ${[...output, ...short].join(' ')}`;
  const because = 'compiles once, before anything is measured';
  return {
    setup: [{ command: [gradle, '-q', '--no-daemon', ...tasks], because }],
    benchmarks: folders.map((folder) => describe(folder, ['sh', '-c', run])),
    passedOver: [],
  };
}

function describe(folder: string, command: string[]): StarterTest {
  return {
    name: folder === '.' ? 'jmh' : `${folder} jmh`,
    ...(folder === '.' ? {} : { directory: folder }),
    command,
    because:
      'all benchmarks of JMH, shortened; Perigee judges the numbers of JMH. To measure some, add a pattern of their names',
    results: { file: resultsFile, format: 'jmh' },
    isTimed: true,
  };
}
