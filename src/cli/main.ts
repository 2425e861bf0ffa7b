/**
 * The command line. It knows what each command is for; what a command takes and does is in its own file, which is
 * loaded only when it is called, so that `--help` is instant.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError, Help } from 'commander';
import { exitCode } from '../contract/user-error.ts';
import { refuseWindows } from '../pipeline/refuse-windows.ts';
import { end, endWithoutFalseRed } from './end-with.ts';
import { addGone } from './gone.ts';
import { home, readOwnPackage } from './home.ts';
import { runsTests } from './runs-tests.ts';

// Lines of at most 80 characters: longer ones would be broken once more where there is no terminal.
const intro = `Catches performance regressions before they are merged: runs your suite before
and after a change on this machine, in interleaved pairs, and reports what
became slower, by how much, and how certain that is.`;
const outro = `
\`perigee help all\` lists every command, \`perigee ci\` those of a group.

Exit codes: 0 nothing regressed, 1 regressed (blocking),
            2 wrong usage or configuration, 3 could not measure, 4 undecided.

Documentation: ${join(home, 'docs', 'README.md')}`;

/** The purpose of a command, by the term that the help lists it with; its name is the first word. */
const commands = {
  demo: 'see it catch a planted regression in a small example (1 to 2 minutes)',
  init: 'write a first perigee.yml and a workflow, fitted to this repository',
  patch: 'measure everything since you branched: commits, uncommitted changes and untracked files',
  run: 'measure the committed change: merge base against HEAD',
  'compare [before] [after]': 'measure any two revisions',
  'explain [run] [tests...]': 'find the functions that made a test slower, under a profiler',
  open: 'show a store, or the runs of this machine, in the browser',
  doctor: 'show what this host can measure and how, what is noisy, and what would help',
};

/** `perigee ci shard` is `perigee shard`: the groups keep the first screen short. bin/perigee.mjs knows them too. */
const groups: Readonly<Record<string, { about: string; members: readonly string[] }>> = {
  ci: {
    about: 'measure and judge in a CI, and what the gate did there',
    members: ['shard', 'report', 'judge', 'pack', 'control', 'gate', 'bot'],
  },
  suite: {
    about: 'work with perigee.yml, its tests and what runs left',
    members: ['config', 'affected', 'bisect', 'variability', 'clean'],
  },
  store: {
    about: 'inspect and maintain the history of series, and the service that keeps it',
    members: ['history', 'alerts', 'publish', 'export', 'import', 'queue'],
  },
};

/** Those that the first screen does not list. */
const furtherCommands = {
  'affected [options] [before] [after]':
    'run each test a few times and show which of them the change touches, and by which file',
  'bisect [options] <good> [bad]':
    'find the commit that made a test slower, by measuring some of those between',
  'variability [options] [revision]':
    'measure one commit many times: how much its runs differ, and why',
  'control [options] [revision]':
    'prove that the gate fires: one side is made worse by a known size',
  'gate [options]': 'show what the gate did, and what is wrong with the gate itself',
  'shard [options]': 'show which shard runs which test, and balance the shards',
  'report [options] [runs...]':
    'show a run again, with exit code 0; or judge the shards of a build as one',
  'judge [options] [runs...]':
    'judge a recorded run again, by the thresholds that perigee.yml has now',
  config: 'work with perigee.yml',
  'clean [options]': 'delete what runs left in .perigee: runs, checkouts, kept builds, artifacts',
  mcp: 'offer compare, patch, explain, history and list_tests to coding agents, over stdin and stdout',
  'span [options] <name> <command...>':
    'in a test: run a command as a span, with the exit code of the command',
  'record [options] <name> <value...>':
    'in a test: record a number of the span that runs, or of the whole test',
};

/** Those around `perigee serve`. */
const serviceCommands = {
  serve: 'collect the builds of a company, and answer its pull requests',
  bot: 'set up the GitHub App that answers pull requests, and check it',
  'publish [options] [runs...]':
    'hand runs of this machine to the service, so that they become history',
  'pack [options] [run]': 'pack a run as the artifact of a shard, for a CI to upload',
  queue: 'inspect the event log of a service, and handle its dead letters',
  'history [options] [test/span]':
    'show since when series are slower, by which commits, and what changes add up to',
  'alerts [options] [number] [state]':
    'list what made the branch slower, one alert for each change, or say where one stands',
  'export [options]':
    'write every build and alert that the series store keeps, for other programs or stores',
  'import [options] <tool> <files...>':
    'copy the history of another tool, or an export, into the series store',
};

const files: Readonly<Record<string, () => Promise<{ declareCommand(command: Command): void }>>> = {
  init: () => import('./commands/init.ts'),
  run: () => import('./commands/run.ts'),
  compare: () => import('./commands/compare.ts'),
  patch: () => import('./commands/patch.ts'),
  affected: () => import('./commands/affected.ts'),
  bisect: () => import('./commands/bisect.ts'),
  variability: () => import('./commands/variability.ts'),
  control: () => import('./commands/control.ts'),
  gate: () => import('./commands/gate.ts'),
  shard: () => import('./commands/shard.ts'),
  report: () => import('./commands/report.ts'),
  judge: () => import('./commands/judge.ts'),
  config: () => import('./commands/config-check.ts'),
  clean: () => import('./commands/clean.ts'),
  explain: () => import('./commands/explain.ts'),
  mcp: () => import('./commands/mcp.ts'),
  doctor: () => import('./commands/doctor.ts'),
  demo: () => import('./commands/demo.ts'),
  span: () => import('./commands/shell.ts'),
  record: () => import('./commands/shell.ts'),
  serve: () => import('./commands/serve.ts'),
  bot: () => import('./commands/bot.ts'),
  publish: () => import('./commands/publish.ts'),
  pack: () => import('./commands/pack.ts'),
  queue: () => import('./commands/queue.ts'),
  store: () => import('./commands/store.ts'),
  history: () => import('./commands/history.ts'),
  alerts: () => import('./commands/alerts.ts'),
  open: () => import('./commands/open.ts'),
  export: () => import('./commands/export.ts'),
  import: () => import('./commands/import.ts'),
};

const terms = new Map<Command, string>();
const program = new Command('perigee')
  .description(intro)
  .addHelpText('after', outro)
  .version(readVersion(), '-V, --version')
  .showSuggestionAfterError()
  .configureHelp({
    subcommandTerm: (command) => terms.get(command) ?? new Help().subcommandTerm(command),
  })
  .exitOverride();

endWithoutFalseRed();
let words = process.argv.slice(2);
const showsAll = words[0] === 'help' && words[1] === 'all';
if (showsAll) words.splice(0, 2, '--help');
if (words[0] === 'help' && words.length > 1) words = [...words.slice(1), '--help'];
if (groups[words[0] ?? '']?.members.includes(words[1] ?? '') === true) words.shift();
for (const [term, about] of Object.entries(commands)) list(term, about);
for (const [name, { about, members }] of Object.entries(groups)) {
  const group = list(name, about).helpGroup('Groups of commands:');
  const lines = members.map((member) => `  ${member.padEnd(12)} ${aboutOf(member)}`);
  group.addHelpText('after', `\nAlso, with or without \`${name}\` before it:\n${lines.join('\n')}`);
  if (files[name] !== undefined) continue;
  group.argument('[command...]').action(([member]: string[]) => {
    if (member === undefined) group.help();
    group.error(`error: ${member} is not in this group, which has ${members.join(', ')}`);
  });
}
for (const [term, about] of Object.entries(furtherCommands)) list(term, about, !showsAll);
for (const [term, about] of Object.entries(serviceCommands)) {
  list(term, about, !showsAll).helpGroup('Commands for the service:');
}
addGone(program, 'completion', 'use `perigee --help`, and `--help` of each command');
try {
  const [name, ofCommand] = words.filter((word) => word !== 'help' && !word.startsWith('-'));
  const find = (parent: Command, wanted = ''): Command | undefined =>
    parent.commands.find((command) => command.name() === wanted);
  const called = find(program, name);
  const declare = files[called?.name() ?? ''];
  if (called !== undefined) (await declare?.())?.declareCommand(called);
  const isGroup = declare === undefined || (called?.commands.length ?? 0) > 0;
  const unknown = called === undefined ? name : isGroup && !find(called, ofCommand) && ofCommand;
  // Help about the others would not say that there is no such command.
  if (unknown) words = words.filter((word) => word !== '--help' && word !== '-h');
  called?.hook('preAction', (_, action) => {
    if (!runsTests(called.name(), action.opts())) return;
    refuseWindows(process.platform, `perigee ${called.name()}`);
  });
  pointToHelp(program);
  await program.parseAsync(words, { from: 'user' });
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCode.nothingRegressed : exitCode.wrongUsage;
  } else {
    // Thrown before the command had a promise: reported like the error of a command.
    const fail = async (): Promise<number> => {
      throw error;
    };
    await end(fail());
  }
}

function aboutOf(name: string): string {
  const all = Object.entries({ ...furtherCommands, ...serviceCommands });
  return all.find(([term]) => term.split(' ', 1)[0] === name)?.[1] ?? '';
}

function list(term: string, about: string, hidden = false): Command {
  const command = program.command(term.split(' ', 1)[0] ?? term, { hidden }).description(about);
  terms.set(command, term);
  return command;
}

/**
 * Lets each command end a complaint with its own help: that of `perigee` has none of its options.
 * @param path what leads to the command, e.g. `perigee store ls`
 */
function pointToHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(`(${path} --help shows what there is)`);
  for (const each of command.commands) pointToHelp(each, `${path} ${each.name()}`);
}

/** `0.1.0 (commit 1a2b3c4d5e6f, Node v24.1.0)`: what a report of a fault should say. */
function readVersion(): string {
  const { version } = readOwnPackage();
  const commit = join(home, 'dist', 'commit');
  const built = existsSync(commit) ? `commit ${readFileSync(commit, 'utf8').trim()}, ` : '';
  return `${version} (${built}Node ${process.version})`;
}
