/** A program of the name of Buildkite's agent that keeps artifacts and annotations in a folder. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../runner/stage/make-repository.ts';

export interface AgentCallSeen {
  args: string[];
  environment: Record<string, string>;
  input: string;
}

export interface StoredFile {
  job: string;
  step: string;
  path: string;
  /** The job was retried: its artifacts are listed only for those who ask for them. */
  isRetried?: boolean;
}

export interface FakeAgent {
  /** BUILDKITE_BIN_PATH. */
  folder: string;
  calls(): AgentCallSeen[];
  /** Style and body that a context has now. */
  annotations(): Record<string, { style: string; body: string }>;
  files(): StoredFile[];
  /** The content of an uploaded file. */
  read(path: string): Buffer;
  change(change: (files: StoredFile[]) => StoredFile[]): void;
  /** Replaces what is behind an uploaded file. */
  spoil(path: string, content: string): void;
  /** From now on a command ends with 1 and says so. */
  fail(command: string, says: string): void;
}

/** Runs as a script of its own: it has only what is written here. */
const program = (folder: string): string => `#!${process.execPath}
const { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } = require('node:fs');
const { createHash } = require('node:crypto');
const { basename, dirname, join } = require('node:path');
const folder = ${JSON.stringify(folder)};
const args = process.argv.slice(2);
const command = args[0] === 'annotate' ? 'annotate' : args.slice(0, 2).join(' ');
const input = command === 'annotate' ? readFileSync(0, 'utf8') : '';
appendFileSync(join(folder, 'calls'), JSON.stringify({ args, environment: process.env, input }) + '\\n');
const failing = join(folder, 'fail ' + command);
if (existsSync(failing)) {
  process.stderr.write(readFileSync(failing, 'utf8') + '\\n');
  process.exit(1);
}
const option = (name) => { const at = args.indexOf('--' + name); return at < 0 ? undefined : args[at + 1]; };
const files = existsSync(join(folder, 'files')) ? readFileSync(join(folder, 'files'), 'utf8').trim().split('\\n').filter(Boolean).map((line) => JSON.parse(line)) : [];
const place = (file) => join(folder, 'content', file.job, file.path);
const isOfStep = (file) => [undefined, file.step, file.job].includes(option('step'));
if (command === 'artifact upload') {
  const name = args[2].replace(/\\/\\*$/, '');
  for (const each of readdirSync(name)) {
    const file = { job: process.env.BUILDKITE_JOB_ID, step: process.env.BUILDKITE_STEP_KEY, path: name + '/' + each };
    mkdirSync(dirname(place(file)), { recursive: true });
    copyFileSync(join(name, each), place(file));
    appendFileSync(join(folder, 'files'), JSON.stringify({ ...file, sha1: createHash('sha1').update(readFileSync(place(file))).digest('hex') }) + '\\n');
  }
} else if (command === 'artifact search') {
  for (const file of files.filter((each) => !each.isRetried && isOfStep(each))) {
    const size = existsSync(place(file)) ? readFileSync(place(file)).length : 1;
    process.stdout.write(option('format').replace('%j', file.job).replace('%s', size).replace('%S', file.sha1).replace('%p', file.path));
  }
} else if (command === 'artifact download') {
  const [path, into] = args.slice(-2);
  for (const file of files.filter((each) => each.path === path && isOfStep(each))) {
    mkdirSync(dirname(join(into, path)), { recursive: true });
    copyFileSync(place(file), join(into, path));
  }
} else if (command === 'annotate') {
  appendFileSync(join(folder, 'annotations'), JSON.stringify({ context: option('context'), style: option('style'), body: input }) + '\\n');
} else if (command === 'annotation remove') {
  appendFileSync(join(folder, 'annotations'), JSON.stringify({ context: option('context') }) + '\\n');
} else process.exit(64);
`;

export function makeFakeAgent(): FakeAgent {
  const folder = makeFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'buildkite-agent'), program(folder));
  chmodSync(join(bin, 'buildkite-agent'), 0o755);
  const readLines = (name: string): unknown[] => {
    const file = join(folder, name);
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line): unknown => JSON.parse(line));
  };
  const files = (): StoredFile[] => readLines('files') as StoredFile[];
  const find = (path: string): string => {
    const file = files().find((each) => each.path === path);
    if (file === undefined) throw new Error(`nothing was uploaded as ${path}`);
    return join(folder, 'content', file.job, path);
  };
  return {
    folder: bin,
    files,
    calls: () => readLines('calls') as AgentCallSeen[],
    annotations: () => {
      const all = readLines('annotations') as { context: string; style?: string; body: string }[];
      const last = new Map(all.map(({ context, ...annotation }) => [context, annotation]));
      return Object.fromEntries(
        [...last].flatMap(([context, { body, style }]) =>
          style === undefined ? [] : [[context, { style, body }]],
        ),
      );
    },
    read: (path) => readFileSync(find(path)),
    change: (change) => {
      const lines = change(files()).map((file) => `${JSON.stringify(file)}\n`);
      writeFileSync(join(folder, 'files'), lines.join(''));
    },
    spoil: (path, content) => writeFileSync(find(path), content),
    fail: (command, says) => writeFileSync(join(folder, `fail ${command}`), says),
  };
}

/** What an agent sets for a job, as far as the program reads it. */
export function environmentOfJob(
  agent: FakeAgent,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    BUILDKITE: 'true',
    BUILDKITE_AGENT_ACCESS_TOKEN: 'key-of-the-job',
    BUILDKITE_BIN_PATH: agent.folder,
    BUILDKITE_BUILD_ID: '0190aaaa-0000-4000-8000-000000000042',
    BUILDKITE_JOB_ID: '0190bbbb-0000-4000-8000-000000000001',
    BUILDKITE_STEP_KEY: 'performance',
    ...more,
  };
}
