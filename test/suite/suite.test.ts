import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SuiteTest, ThresholdRule } from '../../src/contract/suite.ts';
import { UserError } from '../../src/contract/user-error.ts';
import { createReachCheck } from '../../src/suite/check-reach.ts';
import { describeRule } from '../../src/suite/describe-rule.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { nearestName, suggestName } from '../../src/suite/nearest-name.ts';
import { parseSettings } from '../../src/suite/parse-settings.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { planDigest as digestPlan } from '../../src/suite/plan-digest.ts';
import { assignShards } from '../../src/suite/shards/assign-shards.ts';
import { expectFolded, readFolded } from '../golden-sections.ts';
import { makeFolder } from '../runner/stage/make-repository.ts';
import { exampleSuite } from './example-suite.ts';

describe('check budget', () => {
  const suiteWith = (budget: string) =>
    parseSuite(
      `version: 1\nsuite: s\ntests: [{ name: t, command: [a] }]\nbudget: ${budget}\n`,
      'perigee.yml',
    );

  test('a budget is read as shares, and warns unless it says more', () => {
    expect(suiteWith('{ release: 5%, year: 20% }').budget).toEqual({
      ...{ release: 0.05, year: 0.2, action: 'warn' },
    });
    expect(suiteWith('{ year: 7%, action: block }').budget).toEqual({
      year: 0.07,
      action: 'block',
    });
  });

  test('a budget without a limit is refused', () => {
    expect(() => suiteWith('{ action: block }')).toThrow(/perigee.yml:4:9: .*without a limit/);
  });

  test.each(['0%', '2000%'])('a limit of %s is refused', (limit) => {
    expect(() => suiteWith(`{ release: ${limit} }`)).toThrow(/perigee.yml:4:20: .*no budget/);
  });
});

describe('check reach', () => {
  const tests = Array.from({ length: 2_500 }, (_, i) => ({
    name: `upload ${1_000 + i}`,
    command: ['node'],
  }));

  test('a rule that no test can fit is told, with what was probably meant', () => {
    const check = createReachCheck(tests);
    expect(check({ test: 'upload 1000' }, '/rules/0')).toBeUndefined();
    expect(check({ test: 'uplaod 1000' }, '/rules/1')?.seen).toBe('no test is named "uplaod 1000"');
  });

  test('of more rules and tests than can be compared in a second, no rule is told', () => {
    const check = createReachCheck(tests);
    // Each is compared with every test before the last one fits.
    for (let i = 0; i < 2_100; i += 1) check({ test: 'upload*3499' }, `/rules/${i}`);
    expect(check({ test: 'upload*x' }, '/rules/2100')).toBeUndefined();
  });
});

describe('describe rule', () => {
  test('rules read as sentences', () => {
    expect(exampleSuite.thresholds.map(describeRule)).toEqual([
      'metric "latency": more than 5% worse blocks',
      'test "upload*", metric "latency": more than 3% and 2 ms worse blocks after 2026-12-31',
    ]);
  });

  test('annotations are part of the sentence, and a rule without a match says so', () => {
    const rule: ThresholdRule = { where: 'built-in', match: {}, relative: 0.1, action: 'warn' };
    expect(describeRule(rule)).toBe('every series: more than 10% worse warns');
    expect(describeRule({ ...rule, match: { annotations: { files: 10_000 } } })).toBe(
      'files = "10000": more than 10% worse warns',
    );
  });
});

describe('homes of keys', () => {
  /** What is said of a key of the service's settings. */
  function tell(settings: string): string[] {
    try {
      parseSettings(`version: 1\n${settings}\n`, 'perigee-service.yml');
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { facts } = error;
      return [facts, ...(facts.others ?? [])].map(({ seen, remedy }) => `${seen}; ${remedy}`);
    }
    return [];
  }

  test('the two sections of Buildkite are told apart by where a token belongs', () => {
    expect(tell('bot: { buildkite: { token: { file: a } } }')).toContain(
      '"token" is not a key of "bot.buildkite"; "token" is a key of "artifacts.buildkite": move it there',
    );
    expect(
      tell('artifacts: { buildkite: { token: { file: a }, webhookToken: { file: b } } }'),
    ).toEqual([
      '"webhookToken" is not a key of "artifacts.buildkite"; "webhookToken" is a key of "bot.buildkite": move it there',
    ]);
  });

  test('a pipeline is named in perigee.yml, not in the settings of the service', () => {
    expect(tell('artifacts: { buildkite: { token: { file: a }, pipeline: acme/sync } }')).toEqual([
      '"pipeline" is not a key of "artifacts.buildkite"; "pipeline" is a key of "gate" in perigee.yml: move it there',
    ]);
  });

  test('a key that has many homes, or one that no service has, gets none', () => {
    expect(tell('token: { file: a }')).toEqual([
      '"token" is not a key of perigee-service.yml; undefined',
    ]);
    expect(tell('command: [node]')).toEqual([
      '"command" is not a key of perigee-service.yml; undefined',
    ]);
  });
});

describe('malformed', () => {
  /** Files that are refused, each with its error, stand in malformed.txt. After a wanted change: `PERIGEE_WRITE_GOLDEN=1`. */
  const golden = new URL('malformed.txt', import.meta.url);
  /** What a file of text cannot hold. */
  const bytes: Record<string, Buffer> = {
    'latin-1.yml': Buffer.from(
      'version: 1\nsuite: sync\ntests:\n  - name: Übertragung\n',
      'latin1',
    ),
    'nul-byte.yml': Buffer.from('version: 1\nsuite: sync\ntests:\n  - name: up\0load\n'),
    'utf-16.yml': Buffer.from('\ufeffversion: 1\nsuite: sync\n', 'utf16le'),
  };
  const texts = [...readFolded(golden)].filter(([name]) => name.endsWith('.yml'));
  const files: [name: string, content: string | Buffer][] = [...texts, ...Object.entries(bytes)];

  test('of many faults thirty are named, and the others counted', () => {
    const name = (i: number): string => `\n  - { name: t${i}, comand: [a] }`;
    const tests = Array.from({ length: 40 }, (_, i) => name(i)).join('');
    const parse = () => parseSuite(`version: 1\nsuite: s\ntests:${tests}\n`, 'many.yml');
    expect(parse).toThrow(/^many.yml:4:17: "comand" is not a key[^]*\nand 10 more like these$/);
    expect(parse).toThrow(/^many.yml:33:18: "comand" is not a key/m);
    expect(parse).not.toThrow(/^many.yml:34/m);
  });

  test('of three hundred rules that match nothing only the first hundred are looked at', () => {
    const rule = (i: number): string => `\n    - { match: { test: gone-${i} }, worse: 3% }`;
    const rules = Array.from({ length: 300 }, (_, i) => rule(i)).join('');
    const least = 'version: 1\nsuite: s\ntests:\n  - { name: t, command: [a] }\n';
    expect(() => parseSuite(`${least}thresholds:\n  rules:${rules}\n`, 'rules.yml')).toThrow(
      /^rules.yml:7:24: no test is named "gone-0"[^]*\nand 71 more like these$/,
    );
  });

  test.each(files)(
    '%s is refused, with the place and what was expected there',
    async (name, content) => {
      const file = join(makeFolder(), name);
      writeFileSync(file, content);
      const error = await loadSuite(file).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      if (!(error instanceof UserError))
        throw new Error(`${name} was not refused`, { cause: error });
      for (const { where } of [error.facts, ...(error.facts.others ?? []).slice(0, 29)]) {
        expect(where).toMatch(new RegExp(`^${name}:\\d+(:\\d+)?$`));
      }
      expect(error.message.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
      expectFolded(golden, `${name} is refused`, error.message);
    },
  );
});

describe('nearest name', () => {
  test.each([
    ['tresholds', 'thresholds'],
    ['uplaod', 'upload'],
    ['LATENCY', 'latency'],
    ['latencyy', 'latency'],
    ['cpu.usre', 'cpu.user'],
  ])('%s was meant to be %s', (word, name) => {
    expect(nearestName(word, ['thresholds', 'upload', 'latency', 'cpu.user', 'cpu.system'])).toBe(
      name,
    );
  });

  test('a word of which more than a third would have to change suggests nothing', () => {
    expect(nearestName('frobnicate', ['thresholds', 'latency'])).toBeUndefined();
    expect(nearestName('ab', ['xy'])).toBeUndefined();
    expect(suggestName('ab', ['xy'], 'look it up')).toBe('look it up');
  });

  test('of several near names the nearest is taken', () => {
    expect(nearestName('disk.write', ['disk.reads', 'disk.writes', 'disk.write_bytes'])).toBe(
      'disk.writes',
    );
  });

  test('of thousands of names only as many are compared as may be, letter by letter', () => {
    let looked = 0;
    const list = function* (): Generator<string> {
      for (; looked < 20_000; looked += 1) yield 'b'.repeat(40);
    };
    expect(nearestName('a'.repeat(40), list(), { left: 10_000 })).toBeUndefined();
    expect(looked).toBeLessThan(100);
  });
});

describe('plan digest', () => {
  const { tests } = exampleSuite;
  const planDigest = (of: readonly SuiteTest[], total: number): string =>
    digestPlan(assignShards(of, total, { pins: new Map() }));
  const digest = planDigest(tests, 2);
  const first = tests[0] as SuiteTest;

  test('the same plan has the same digest, whatever the order of variables and tags', () => {
    const reordered: SuiteTest = {
      when: first.when,
      tags: first.tags.toReversed(),
      timeoutMs: first.timeoutMs,
      environment: Object.fromEntries(Object.entries(first.environment).reverse()),
      directory: first.directory,
      command: first.command,
      name: first.name,
    };
    expect(planDigest([reordered, ...tests.slice(1)], 2)).toBe(digest);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, readonly SuiteTest[], number]>([
    ['another number of shards', tests, 3],
    ['another order of the tests', tests.toReversed(), 2],
    ['one test less', tests.slice(1), 2],
    ['another argument', [{ ...first, command: ['node'] }, ...tests.slice(1)], 2],
    ['another variable', [{ ...first, environment: {} }, ...tests.slice(1)], 2],
    ['another timeout', [{ ...first, timeoutMs: 1 }, ...tests.slice(1)], 2],
  ])('%s changes the digest', (_, changed, shards) => {
    expect(planDigest(changed, shards)).not.toBe(digest);
  });
});
