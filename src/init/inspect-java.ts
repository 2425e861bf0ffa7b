import { posix } from 'node:path';
import { describeCases } from './describe-cases.ts';
import { resultsFile, type InspectToolchain, type StarterTest } from './findings.ts';
import { isThere, listFiles, readIfThere } from './repository-files.ts';

/** Perigee repeats: what JMH repeats within one execution may be short. */
const short = ['-f', '1', '-wi', '3', '-w', '200ms', '-i', '3', '-r', '200ms'];
const output = ['-rf', 'json', '-rff', resultsFile, '-foe', 'true'];

/** The benchmarks of JMH in builds of Maven and Gradle; undefined without either. */
export const inspectJava: InspectToolchain = async (directory) => {
  const files = await listFiles(directory, /^(pom\.xml|build\.gradle(\.kts)?)$/);
  if (files.length === 0) return undefined;
  for (const file of files) {
    const text = (await readIfThere(directory, file)) ?? '';
    const folder = posix.dirname(file);
    if (file.endsWith('pom.xml')) {
      if (/<artifactId>\s*jmh-core\s*</.test(text)) return inspectMaven(directory, folder, text);
    } else if (await appliesJmh(directory, text)) return inspectGradle(directory, folder);
  }
  for (const file of files) {
    const text = (await readIfThere(directory, file)) ?? '';
    if (posix.dirname(file) === '.' && /junit/i.test(text)) return takeTests(directory, file);
  }
  const why =
    'no benchmarks of JMH are in it, and the build tool itself mostly starts and compiles: build a jar in setup; the test is [java, -cp, …, a class that does a fixed amount of work for seconds]';
  return { setup: [], benchmarks: [], passedOver: [{ what: 'a Java build', why }] };
};

const plugin = String.raw`me\.champeau\.(?:gradle\.)?jmh`;

/** By its id, or by an alias of a catalogue of versions; a build may name it for its modules alone (`apply false`). */
async function appliesJmh(directory: string, build: string): Promise<boolean> {
  const lines = build
    .replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
    .split('\n')
    .filter((line) => !/\bapply\s*\(?\s*false/.test(line));
  const applied = lines.join('\n');
  if (new RegExp(plugin).test(applied)) return true;
  const aliases = await listAliases(directory);
  // An accessor has dots where the alias has dashes and underscores.
  return [...applied.matchAll(/\balias\s*\(?\s*\w+\.plugins\.([\w.]+)/g)].some(([, name = '']) =>
    aliases.has(name.toLowerCase()),
  );
}

/** What catalogues of versions call the plugin. */
async function listAliases(directory: string): Promise<Set<string>> {
  const inTable = new RegExp(String.raw`^\s*"?([\w.-]+)"?\s*=.*["']${plugin}["':]`, 'gm');
  // With an id in a table of its own: [plugins.jmh].
  const ownTable = new RegExp(
    String.raw`^\s*\[plugins\.([\w-]+)\]\s*\n(?:(?!\[).*\n)*?\s*id\s*=\s*["']${plugin}["']`,
    'gm',
  );
  const inSettings = new RegExp(
    String.raw`\bplugin\s*\(?\s*["']([\w.-]+)["']\s*,\s*["']${plugin}["']`,
    'g',
  );
  const aliases = new Set<string>();
  for (const file of await listFiles(directory, /\.versions\.toml$|^settings\.gradle(\.kts)?$/)) {
    const text = (await readIfThere(directory, file)) ?? '';
    for (const pattern of file.endsWith('.toml') ? [inTable, ownTable] : [inSettings]) {
      for (const [, alias = ''] of text.matchAll(pattern))
        aliases.add(alias.toLowerCase().replaceAll(/[-_]/g, '.'));
    }
  }
  return aliases;
}

/** Of the build at the root, which has the modules. */
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

async function inspectGradle(directory: string, folder: string) {
  const gradle = (await isThere(directory, 'gradlew')) ? './gradlew' : 'gradle';
  const task = folder === '.' ? 'jmhJar' : `:${folder.replaceAll('/', ':')}:jmhJar`;
  const run = `exec java -jar build/libs/*-jmh.jar ${[...output, ...short].join(' ')}`;
  const because = 'compiles once, before anything is measured';
  return {
    setup: [{ command: [gradle, '-q', '--no-daemon', task], because }],
    benchmarks: [describe(folder, ['sh', '-c', run])],
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
