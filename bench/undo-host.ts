/**
 * Whether the next start undoes what a killed run has changed on the machine. `node bench/undo-host.ts [kills] [seed]`,
 * after `npm run build`; two minutes for 50 kills. As root it also mounts file systems in memory and sets
 * vm.swappiness; as another user it stops a program and makes folders in memory alone. Half of the kills hit a process
 * that does nothing but change the machine and undo it, half a run of a suite with `host`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { usualJournals } from '../src/runner/host/change-journal.ts';
import { ownFolder } from '../src/runner/host/host-changes.ts';
import { readProcess } from '../src/runner/host/list-processes.ts';
import { createRandom } from '../src/stats/random.ts';

const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? 20_261_123);
const random = createRandom(seed);
const program = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));
const journalModule = new URL('../src/runner/host/change-journal.ts', import.meta.url).href;
const isRoot = process.getuid?.() === 0;
const swappiness = '/proc/sys/vm/swappiness';
/** At the most 15 characters: /proc shows no more. */
const name = `pn${process.pid}`;

const folder = mkdtempSync(join(tmpdir(), 'perigee-undo-'));
const root = join(folder, 'repository');
copyFileSync('/bin/sleep', join(folder, name));
const sleeper = spawn(join(folder, name), ['100000'], { stdio: 'ignore' });
const before = existsSync(swappiness) ? readFileSync(swappiness, 'utf8') : '';
let restored = 0;
const dirty = { 'at once': 0, 'a run': 0 };
try {
  makeRepository();
  for (let kill = 1; kill <= kills; kill += 1) {
    const kind = kill % 2 === 0 ? 'a run' : 'at once';
    const victim = kind === 'a run' ? startRun() : startChanging();
    const gone = new Promise((resolve) => victim.once('close', resolve));
    victim.once('exit', (code) => {
      if (code !== null) throw new Error(`it ended by itself, with exit code ${code}`);
    });
    await waitForJournal();
    await pause((kind === 'a run' ? 5000 : 30) * random());
    victim.kill('SIGKILL');
    await gone;
    const left = listChanges();
    if (left.length > 0) dirty[kind] += 1;
    startAgain();
    const stays = listChanges();
    if (stays.length === 0) restored += 1;
    console.log(
      `${kill} ${kind}: ${left.join(', ') || 'nothing changed'}${stays.length > 0 ? ` → STAYS ${stays.join(', ')}` : ''}`,
    );
  }
} finally {
  sleeper.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `restored after ${restored} of ${kills} kills (seed ${seed}${isRoot ? ', root' : ''}); changes were there after ${dirty['at once']} kills of a process that only changes the machine, and ${dirty['a run']} of runs`,
);
if (restored < kills) process.exitCode = 1;

/** Changes the machine in each way and undoes it, for ever. */
function startChanging(): ChildProcess {
  const { started = '' } = readProcess(sleeper.pid ?? 0) ?? {};
  const shared = join('/dev/shm', `${ownFolder}${process.pid}`);
  const changes = [
    { kind: 'stop', pid: sleeper.pid, started, name },
    { kind: 'folder', path: shared },
    ...(isRoot
      ? [
          { kind: 'mount', path: join(root, '.perigee/worktrees/undo/side') },
          { kind: 'write', path: swappiness, before: before.trim(), value: '37' },
        ]
      : []),
  ];
  const script = `
    const { ChangeJournal } = await import(${JSON.stringify(journalModule)});
    const journal = ChangeJournal.open();
    for (;;) {
      for (const change of ${JSON.stringify(changes)}) journal.make(change);
      journal.undo();
    }`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
}

function startRun(): ChildProcess {
  return spawn(process.execPath, [program, 'compare', 'HEAD', 'HEAD'], {
    cwd: root,
    stdio: 'ignore',
  });
}

/** Any command that measures; its tests do nothing. */
function startAgain(): void {
  execFileSync(process.execPath, [program, 'compare', 'HEAD', 'HEAD', '--config', 'plain.yml'], {
    cwd: root,
    stdio: 'ignore',
  });
}

function makeRepository(): void {
  execFileSync('git', ['init', '--quiet', root]);
  const suite = (command: string): string =>
    `version: 1\nsuite: undo\nrepeats: 5\nmaxRepeats: 5\nwarmup: 0\nthresholds: { rules: [{ match: { metric: '*' }, worse: 1000%, action: warn }] }\ntests:\n  - { name: a, command: ${command} }\n`;
  const host = `host:\n  stop: ['${name}']\n  temporaryFiles: memory\n${isRoot ? '  checkouts: memory\n' : ''}`;
  writeFileSync(join(root, 'perigee.yml'), `${suite('[sleep, "1"]')}${host}`);
  writeFileSync(join(root, 'plain.yml'), suite("['true']"));
  const git = ['-c', 'user.name=A', '-c', 'user.email=a@localhost', '-C', root];
  execFileSync('git', [...git, 'add', '--all']);
  execFileSync('git', [...git, 'commit', '--quiet', '--message=Start']);
}

/** What is not as it was. */
function listChanges(): string[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split(root).length - 1;
  const folders = readdirSync('/dev/shm').filter((each) => each.startsWith(ownFolder)).length;
  return [
    ...(readProcess(sleeper.pid ?? 0)?.state === 'T' ? ['a program is stopped'] : []),
    ...(mounts > 0 ? [`${mounts} file systems are mounted`] : []),
    ...(folders > 0 ? [`${folders} folders in memory`] : []),
    ...(before !== '' && readFileSync(swappiness, 'utf8') !== before ? ['swappiness is set'] : []),
    ...(hasJournal() ? ['a journal'] : []),
  ];
}

/** The victim has begun to change the machine; a machine under load starts it late. */
async function waitForJournal(): Promise<void> {
  for (let waited = 0; waited < 120_000 && !hasJournal(); waited += 5) await pause(5);
}

function hasJournal(): boolean {
  return existsSync(usualJournals()) && readdirSync(usualJournals()).length > 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
