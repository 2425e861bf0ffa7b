/** `npm run check`: everything that can be judged without running the tests. One line a check. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkDocLinks } from './checks/doc-links.ts';
import { checkFileNames } from './checks/file-names.ts';
import { checkFileSizes } from './checks/file-sizes.ts';
import { checkExceptions, checkPlacesNamed, checkTestLimits } from './checks/forbidden-lines.ts';
import { checkImports } from './checks/imports.ts';
import { checkOwnerPackages } from './checks/owner-packages.ts';
import { checkPlacesOfRules } from './checks/places-of-rules.ts';
import { checkRoomSizes } from './checks/room-sizes.ts';
import { root } from './checks/tracked-files.ts';
import { requireGenerated } from './require-generated.ts';

/**
 * Runs a script of ours (`scripts/…`) or of an installed package on this Node, and gives what is
 * worth knowing of its success: nothing.
 * @throws Error with all it printed, when it ends with anything but 0
 */
async function runTool(script: string, args: readonly string[]): Promise<string> {
  const path = script.startsWith('scripts/') ? script : join('node_modules', script);
  const child = spawn(process.execPath, [join(root, path), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === 0) return '';
  const text = Buffer.concat(printed).toString();
  throw new Error(text.trim() === '' ? `${script} ended with ${code}` : text);
}

/** Resolves to what is worth knowing in a few words; rejects with what is wrong. */
type Check = () => string | Promise<string>;

const checks: readonly (readonly [title: string, check: Check])[] = [
  [
    'the dashboards are what grafana/src makes',
    () => runTool('scripts/generate-dashboards.ts', ['--check']),
  ],
  [
    'bundles are what their sources make, and third-party code is permissive and named',
    () => runTool('scripts/check-bundles.ts', []),
  ],
  ['imports keep to the rule', checkImports],
  ['the packages of the owner do their work', checkOwnerPackages],
  ['rules name what is there', checkPlacesOfRules],
  ['files are small', checkFileSizes],
  ['rooms grow only by decision', checkRoomSizes],
  ['files are named for what they hold', checkFileNames],
  ['links in the documentation lead somewhere', checkDocLinks],
  ['no file names a registry or a machine', checkPlacesNamed],
  ['no comment switches a rule off', checkExceptions],
  ['no test has a time limit of its own', checkTestLimits],
  ['types and lint', () => runTool('oxlint/bin/oxlint', [])],
  ['formatting', () => runTool('oxfmt/bin/oxfmt', ['--check'])],
];

/** So many at a time: each of them keeps one core busy. */
const atOnce = 2;

interface Finding {
  isRight: boolean;
  /** What is shown, in one line or more. */
  text: string;
}

async function run([title, check]: (typeof checks)[number]): Promise<Finding> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`.padStart(7);
  try {
    const note = await check();
    const text = `ok     ${seconds()}  ${title}${note === '' ? '' : `: ${note}`}`;
    return { isRight: true, text };
  } catch (error) {
    const why = indent(error instanceof Error ? error.message : String(error));
    return { isRight: false, text: `FAILED ${seconds()}  ${title}\n${why}` };
  }
}

requireGenerated();
let failed = 0;
const waiting = [...checks];
async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { isRight, text } = await run(check);
    if (!isRight) failed += 1;
    console.log(text);
  }
}

await Promise.all(Array.from({ length: atOnce }, work));
console.log(failed === 0 ? 'check: all is well' : `check: ${failed} of ${checks.length} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}
