import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { root } from '../../scripts/checks/tracked-files.ts';

/** The conventions that are rules: a file that they apply to, what breaks them, the rule that says so. */
const broken: readonly (readonly [file: string, code: string, rule: string])[] = [
  ['src/verdict/judge.ts', 'export const now = Date.now();', 'no-restricted-syntax'],
  ['src/gate/decide.ts', 'export const now = Date.now();', 'no-restricted-syntax'],
  ['src/stats/a.ts', 'export const now = new Date();', 'no-restricted-syntax'],
  ['src/aggregate/a.ts', 'export const dice = Math.random();', 'no-restricted-syntax'],
  ['src/report/a.ts', 'export const page = fetch("x");', 'no-restricted-globals'],
  ['src/contract/a.ts', 'export const name = process.title;', 'no-restricted-globals'],
  ['src/runner/a.ts', 'export const home = process.env;', 'no-restricted-properties'],
  ['src/suite/a.ts', 'process.exit(1);', 'no-restricted-properties'],
  ['bot/src/looks/a.ts', 'export const home = process.env;', 'no-restricted-properties'],
  ['action/src/a.ts', 'process.exit(1);', 'no-restricted-properties'],
  ['bench/ingest/a.ts', 'export const wanted = process.argv[2];', 'no-restricted-properties'],
  ['bot/src/reconcile/a.ts', 'export const now = Date.now();', 'no-restricted-syntax'],
  ['bot/src/commands/a.ts', 'setTimeout(() => undefined, 5);', 'no-restricted-globals'],
  ['src/cli/a.ts', 'export default 1;', 'no-restricted-syntax'],
  ['src/cli/a.ts', `${'// x\n'.repeat(250)}export const a = 1;`, 'max-lines'],
  ['src/cli/a.ts', '// FIXME later', 'no-warning-comments'],
  ['test/cli/a.test.ts', 'vi.mock("../../src/cli/main.ts");', 'no-restricted-syntax'],
  ['test/cli/a.test.ts', 'test.only("x", () => {});', 'no-restricted-syntax'],
  ['test/cli/a.test.ts', 'describe.skip("x", () => {});', 'no-restricted-syntax'],
  ['test/cli/a.test.ts', 'expect(1).toMatchSnapshot();', 'no-restricted-syntax'],
];

/** Allowed where the rules above do not apply. */
const sound: readonly (readonly [file: string, code: string])[] = [
  ['src/cli/a.ts', 'export const home = process.env["HOME"]; process.exit(1);'],
  ['bench/a.ts', 'export const wanted = process.argv[2];'],
  ['src/runner/a.ts', 'export const now = Date.now() + Math.random();'],
  ['src/verdict/a.ts', 'export const day = new Date("2026-11-21");'],
  ['test/cli/a.test.ts', 'test.skipIf(process.platform === "win32")("x", () => {});'],
];

async function lint(file: string, code: string): Promise<(string | null)[]> {
  const eslint = new ESLint({
    cwd: root,
    // Rules that need types read files from the disk; ours look at the text only.
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { project: null } },
      rules: await turnOffTyped(),
    },
  });
  const [result] = await eslint.lintText(code, { filePath: `${root}/${file}` });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

async function turnOffTyped(): Promise<Record<string, 'off'>> {
  const eslint = new ESLint({ cwd: root });
  const config = (await eslint.calculateConfigForFile(`${root}/src/cli/a.ts`)) as {
    rules: Record<string, unknown>;
  };
  const names = Object.keys(config.rules).filter((name) => name.startsWith('@typescript-eslint/'));
  return Object.fromEntries(names.map((name) => [name, 'off']));
}

test.each(broken)('%s: %s breaks %s', async (file, code, rule) => {
  expect(await lint(file, code)).toContain(rule);
});

test.each(sound)('%s: %s breaks nothing', async (file, code) => {
  expect(await lint(file, code)).toEqual([]);
});

test('a comment cannot switch a rule off', async () => {
  const code = '// eslint-disable-next-line\nexport const now = Date.now();';
  expect(await lint('src/verdict/a.ts', code)).toContain('no-restricted-syntax');
});
