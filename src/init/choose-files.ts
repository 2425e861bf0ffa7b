import { posix } from 'node:path';
import type { PassedOver } from './findings.ts';
import { findToolUsed, listImported } from './fixed-time-tools.ts';
import { fitsPath, listBenchmarkFiles, readIfThere } from './repository-files.ts';

interface Choosing {
  /** Without their dot. */
  endings: readonly string[];
  /** The folder of the package in the repository: one in bench/ has benchmarks whatever they are called. */
  within?: string;
  /** The scripts that are measured: what they start is measured with them. */
  scripts?: readonly string[];
  /** Leaves out a file that others take. */
  isOthers?(file: string): boolean;
}

interface ChosenFiles {
  files: string[];
  passedOver: PassedOver[];
}

/**
 * The files to run as benchmarks: those called `bench*`, and those beside them or beside scripts that use a tool for
 * benchmarks. The others are named, unless a chosen one imports them and they use no such tool: then they help it.
 */
export async function chooseFiles(
  directory: string,
  { endings, isOthers = () => false, scripts = [], within = '.' }: Choosing,
): Promise<ChosenFiles> {
  const found = await listBenchmarkFiles(directory, endings, within);
  const [called, besides] = [found.called, found.besides].map((files) =>
    files.filter((file) => !isOthers(file)),
  ) as [string[], string[]];
  const all = [...called, ...besides];
  const importers = await listImported(directory, all);
  const isStarted = (file: string): boolean => scripts.some((script) => starts(script, file));
  const firsts = scripts.length > 0 ? all.filter(isStarted) : besides.length > 0 ? called : [];
  const starter = await findStarter(directory, firsts);
  const chosen: ChosenFiles = { files: [], passedOver: [] };
  for (const file of all.filter((one) => !isStarted(one))) {
    const isFirst = scripts.length === 0 && called.includes(file);
    const importer = importers.get(file);
    const tool = await findToolUsed(directory, file);
    const passOver = (why: string): void => void chosen.passedOver.push({ what: file, why });
    if (importer !== undefined) {
      if (tool !== undefined) passOver(`${importer} imports it, and so runs it`);
    } else if (isFirst) chosen.files.push(file);
    else if (tool === undefined) passOver(scripts.length > 0 ? notStarted : notCalled);
    else if (starter === undefined) chosen.files.push(file);
    else passOver(`${starter} may start it, which looks for files or starts programs: ${remedy}`);
  }
  return chosen;
}

const remedy = 'if it is a benchmark of its own, add a test that runs it';
const notStarted = `no script of benchmarks starts it: ${remedy}`;
const notCalled = `those beside it are called bench: ${remedy}`;

/** A program that starts what it finds: its files are measured with it. */
async function findStarter(
  directory: string,
  files: readonly string[],
): Promise<string | undefined> {
  for (const file of files) {
    const text = (await readIfThere(directory, file)) ?? '';
    if (signsOfStarter.some((sign) => sign.test(text))) return file;
  }
  return undefined;
}

/** Whole words: `globalThis`, `regex.exec()` and `database.exec()` start nothing. */
const signsOfStarter = [
  /\b(child_process|cross-spawn|execa|Bun\.spawn|Deno\.Command)/,
  /\b(subprocess|runpy|import_module|os\.(system|popen|spawn|exec))|(?<!\.)\bexec\((open|compile)\b/,
  /\b(fast-glob\b|(readdir|scandir|listdir|iterdir|[ir]?glob|(tiny)?globby)(Sync|\.sync)?\s*\()/,
  /\bimport\(\s*[^'"\s]/,
];

/** `node bench/a.mjs`, `node bench`, `cd bench && node a`, `node bench/*.js`. */
function starts(script: string, file: string): boolean {
  const bare = file.replace(/\.\w+$/, '');
  let folder = '.';
  let before = '';
  for (const word of script.split(/[\s"'&;|()]+/)) {
    const path = posix.join(folder, word);
    if (before === 'cd') folder = path;
    else if ([file, bare].includes(path) || `${path}/index` === bare) return true;
    else if (word.includes('*') && fitsPath(path, file)) return true;
    before = word;
  }
  return false;
}
