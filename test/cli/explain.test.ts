import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from '../../src/contract/validate.ts';
import { atNight } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;

const code = `function hash(text) { let h = 0; for (let i = 0; i < text.length; i += 1) h = (h * 31 + text.charCodeAt(i)) | 0; return h; }
export function fill(rounds) { let sum = 0; for (let i = 0; i < rounds; i += 1) sum ^= hash('a key of some length ' + i); return sum; }
`;

/** A test of which one function takes far more after the change: on a busy machine a small change is not red. */
function stageSlower(): void {
  repository = makeRepository();
  repository.write('src/map.mjs', code);
  repository.write('work.mjs', "import { fill } from './src/map.mjs';\nfill(8e5);\n");
  const tests =
    '  - { name: fill, command: [node, work.mjs] }\n  - { name: idle, command: [node, -e, "0"] }\n';
  repository.write(
    'perigee.yml',
    `version: 1\nsuite: map\nrepeats: 4\nmaxRepeats: 8\nwarmup: 0\nthresholds: { rules: [{ match: { metric: '*' }, worse: 50%, action: warn }, { match: { metric: latency }, worse: 50% }] }\ntests:\n${tests}`,
  );
  repository.commit('Start');
  repository.write(
    'src/map.mjs',
    `// Far more.\n${code.replace('return h; }', 'return h ^ again(text); }\nfunction again(text) { let h = 0; for (let turn = 0; turn < 8; turn += 1) for (let i = 0; i < text.length; i += 1) h = (h * 33 + text.charCodeAt(i)) | 0; return h; }')}`,
  );
}

// What runs for shorter than 0.2 s runs again and again under a profiler, until it has its samples.
atNight('a red run names the function that takes more', async () => {
  stageSlower();
  const red = await repository.perigee('patch', '--test', 'fill');
  expect(red.exitCode).toBe(1);
  expect(red.stdout).toMatch(/Where: again \(src\/map\.mjs:3\) is new and takes/);
  expect(red.stdout.replaceAll(/\s+/g, ' ')).toContain('the change touches it');
});

test('a red run names the command that finds the function, with everything beside it', async () => {
  stageSlower();
  const red = await repository.perigee('patch', '--test', 'fill', '--fail-fast');
  expect(red.exitCode).toBe(1);
  expect(red.stdout).toMatch(/Where: .* explain \S+ +# which functions/);
  const { exitCode, stdout } = await repository.perigee(
    'explain',
    'fill',
    '--json',
    '--time',
    '1s',
  );
  expect(exitCode).toBe(0);
  const verdict = parseDocument('verdict', stdout, 'explain');
  expect(verdict.explanations?.map(({ test }) => test)).toEqual(['fill']);
  const again = verdict.explanations?.[0]?.functions.find(({ name }) => name === 'again');
  expect(again).toMatchObject({ path: 'src/map.mjs', caller: 'hash', touched: 'itself' });
  const [run = ''] = readdirSync(join(repository.root, '.perigee/runs'));
  const kept = join(repository.root, '.perigee/runs', run);
  expect(readFileSync(join(kept, 'report.html'), 'utf8')).toContain('again');
  expect(readdirSync(join(kept, 'profiles/01-fill'))).toEqual([
    ...['after-time.collapsed.txt', 'after-time.cpuprofile', 'after-time.pb.gz'],
    ...['after-time.speedscope.json', 'before-time.collapsed.txt', 'before-time.cpuprofile'],
    ...['before-time.pb.gz', 'before-time.speedscope.json'],
  ]);

  const unknown = await repository.perigee('explain', 'nosuch');
  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain('"nosuch" is neither a run nor a test of run');
});
