/** Plugins of a Gradle build itself that apply JMH to its modules. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inspectRepository } from '../../src/init/inspect-repository.ts';
import { makeFolder } from '../make-folder.ts';
import { noPorts } from './ports.ts';

async function inspect(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return inspectRepository(folder, noPorts);
}

const jmh = 'plugins { java\n id("me.champeau.jmh") }';
const kotlin = 'src/main/kotlin';
test.each([
  ['buildSrc', { [`buildSrc/${kotlin}/acme.bench.gradle.kts`]: jmh }],
  ['a package', { [`buildSrc/${kotlin}/acme/bench.gradle.kts`]: `package acme\n${jmh}` }],
  ['Groovy', { 'buildSrc/src/main/groovy/acme.bench.gradle': jmh }],
  [
    'one that applies another',
    {
      'build-logic/settings.gradle': '',
      'build-logic/conventions/build.gradle.kts': 'plugins { `kotlin-dsl` }',
      [`build-logic/conventions/${kotlin}/acme.jmh.gradle.kts`]: jmh,
      [`build-logic/conventions/${kotlin}/acme.bench.gradle.kts`]: 'plugins { `acme.jmh` }',
    },
  ],
  [
    'a class',
    {
      'build-logic/build.gradle.kts':
        'plugins { `kotlin-dsl` }\ngradlePlugin { plugins { register("b") { id = "acme.bench"\n implementationClass = "acme.BenchPlugin" } } }',
      [`build-logic/${kotlin}/BenchPlugin.kt`]: 'pluginManager.apply("me.champeau.jmh")',
    },
  ],
])('a convention plugin of Gradle that applies JMH: %s', async (_, logic) => {
  const artifact = 'dependencies { implementation("me.champeau.jmh:jmh-gradle-plugin:0.7.2") }';
  const folder = makeFolder();
  const found = await inspect(folder, {
    'buildSrc/build.gradle.kts': `plugins { \`kotlin-dsl\` }\n${artifact}`,
    'core/build.gradle.kts': 'plugins { id("acme.bench") }',
    'core/src/jmh/java/Parse.java': '',
    'api/build.gradle': "apply plugin: 'acme.bench'",
    'api/src/jmh/java/Serve.java': '',
    'docs/build.gradle.kts': 'plugins { `acme.bench` }',
    ...logic,
  });
  expect(found.setup.map(({ command }) => command.join(' '))).toEqual([
    'gradle -q --no-daemon :api:jmhJar :core:jmhJar',
  ]);
  const none = await inspect(folder, {
    'core/build.gradle.kts': '',
    'api/build.gradle': '',
    'docs/build.gradle.kts': '',
  });
  const used = Object.keys(logic).filter((file) => /bench|jmh/i.test(file));
  expect(used).toContain(none.passedOver[0]?.what);
});
