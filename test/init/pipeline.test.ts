/** Plugins of a Gradle build itself that apply JMH to its modules. */
import { describe, expect, test } from 'vitest';
import { describePipeline, placeholderPlugin } from '../../src/init/pipeline.ts';
import { listUses, readPipeline, type Step } from '../buildkite-plugin/read-plugin.ts';
import { makeFolder } from '../make-folder.ts';
import { inspect } from './ports.ts';

const programs = ['npm', 'node', '.venv/bin/python', 'npm'];
const facts = { shards: 2, programs, history: true, control: true };

function readSteps(text: string): Step[] {
  const steps = readPipeline(text);
  for (const [reference] of listUses(steps)) expect(reference).toBe(placeholderPlugin);
  return steps;
}

describe('without the app', () => {
  test('shards measure side by side, and a step that always runs merges them', () => {
    const [measure, report, history, anchors, control, ...more] = readSteps(
      describePipeline(facts),
    );
    expect(more).toEqual([]);
    expect(measure).toMatchObject({ key: 'performance', parallelism: 2 });
    expect(report).toMatchObject({ depends_on: 'performance', allow_dependency_failure: true });
    const options = { mode: 'report', step: 'performance', shards: 2 };
    expect(report?.plugins).toEqual([{ [placeholderPlugin]: options }]);
    expect(history?.plugins).toEqual([{ [placeholderPlugin]: { mode: 'history' } }]);
    const anchor = { base: 'anchor run', 'fail-on': 'never' };
    expect(anchors?.plugins).toEqual([{ [placeholderPlugin]: anchor }]);
    expect(control?.plugins).toEqual([{ [placeholderPlugin]: { mode: 'control' } }]);
  });

  test('each of several platforms has a step in its queue, and the report waits for all', () => {
    const platforms = ['linux-x64', 'darwin-arm64'];
    const given = { shards: 2, programs, platforms };
    const [linux, mac, report, ...more] = readSteps(describePipeline(given));
    expect(more).toEqual([]);
    expect(linux).toMatchObject({ key: 'performance-linux-x64', agents: { queue: 'linux-x64' } });
    expect(mac).toMatchObject({ agents: { queue: 'darwin-arm64' }, parallelism: 2 });
    expect(mac?.label).toBe(':stopwatch: Performance on macos-arm64');
    expect(report?.depends_on).toEqual([linux?.key, mac?.key]);
    expect(report?.plugins).toEqual([{ [placeholderPlugin]: { mode: 'report' } }]);
    const single = readSteps(describePipeline({ ...given, shards: 1 }));
    expect(single.map(({ parallelism }) => parallelism)).toEqual([undefined, undefined, undefined]);
    expect(single).toHaveLength(3);
  });

  test('a single job gives the verdict itself', () => {
    const steps = readSteps(describePipeline({ ...facts, shards: 1 }));
    const [measure, history, anchors, control, ...more] = steps;
    expect(more).toEqual([]);
    expect(measure?.parallelism).toBeUndefined();
    expect(measure?.plugins).toEqual([placeholderPlugin]);
    expect([history?.key, anchors?.key, control?.key]).toEqual(
      ['history', 'anchors', 'control'].map((name) => `performance-${name}`),
    );
  });

  test('changes are compared, and the default branch becomes history', () => {
    const steps = readSteps(describePipeline(facts));
    expect(steps.map((step) => step.if)).toEqual([
      'build.branch != pipeline.default_branch',
      'build.branch != pipeline.default_branch',
      "build.branch == pipeline.default_branch && build.source != 'schedule'",
      "build.branch == pipeline.default_branch && build.source == 'schedule'",
      "build.branch == pipeline.default_branch && build.source == 'schedule'",
    ]);
  });
});

test('a pipeline has only what measures a change where nothing more is asked for', () => {
  const keys = readSteps(describePipeline({ shards: 2, programs })).map(({ key }) => key);
  expect(keys).toEqual(['performance', 'performance-verdict']);
});

test.each([1, 2])('with the app, and %i shards, jobs only measure and can be retried', (shards) => {
  const steps = readSteps(describePipeline({ ...facts, shards, judge: 'bot' }));
  const [measure, anchors, control] = steps;
  expect(steps).toHaveLength(3);
  expect(measure?.plugins).toEqual([{ [placeholderPlugin]: { 'fail-on': 'never' } }]);
  expect(measure?.retry).toEqual({ manual: { permit_on_passed: true } });
  expect([measure?.if, anchors?.if, control?.if]).toEqual([
    "build.source != 'schedule'",
    "build.source == 'schedule'",
    "build.source == 'schedule'",
  ]);
});

test('it says what agents need, each program once, and none that setup makes', () => {
  expect(describePipeline(facts)).toContain(
    'Node.js 20 or newer, and what is measured: node, npm.',
  );
  expect(describePipeline({ ...facts, programs: [] })).toContain('Node.js 20 or newer.');
});

/** Plugins of a Gradle build itself that apply JMH to its modules. */
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
