import { basename, join } from 'node:path';
import type { Problem, Side } from '../../contract/documents.ts';
import {
  codeNotObserved,
  codeUnknown,
  codeUnseen,
  foreignCode,
  noOwnCode,
} from '../../contract/gaps.ts';
import type { Observation, Observer } from '../../contract/observation.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { checkoutOf, type Bench } from '../bench.ts';
import { seenAt } from '../run-under-way.ts';
import { listNaming } from '../revisions/list-naming.ts';
import type { Repository } from '../revisions/repository.ts';
import type { CodeJudge } from './watch-code.ts';
import { readChangedCode, type ChangedCode } from './changed-code.ts';
import { isCodeFile } from './build-output.ts';
import { isProgram } from './installations.ts';
import { explainForeign, findWay } from './explain-foreign.ts';
import { findLeading, type KnownLeads } from './find-leading.ts';
import { findForeign, type CodePlace } from './find-foreign.ts';
import { findServer, type Server } from './find-server.ts';

type JudgedBench = Pick<
  Bench,
  'checkouts' | 'environmentOf' | 'record' | 'root' | 'sideWatch' | 'views'
> & {
  /** Whether services that the suite names serve the tests: the code may run in them. */
  isServed: boolean;
  /** Hears at once of other code that a test read from a file. */
  onForeign?: ((problem: Problem) => void) | undefined;
};

/** @param roots where the user has the repository checked out */
export async function openCodeJudge(
  bench: JudgedBench,
  repository: Repository,
  roots: readonly string[],
): Promise<CodeJudge> {
  const checkouts = [...bench.checkouts.before, ...bench.checkouts.after];
  const code = await readChangedCode(repository, bench.record, checkouts, roots);
  const found: Found = { directories: new Map(), places: new Map() };
  return {
    judge: (test, side, observation) =>
      test.code === 'outside' ? [] : judge(bench, { code, roots }, test, side, observation),
    explainUnseen: (test, side, observer) =>
      test.code === 'outside'
        ? Promise.resolve([])
        : explainUnseen(bench, { code, found, repository, roots }, { test, side }, observer),
  };
}

function judge(
  bench: JudgedBench,
  { code, roots }: { code: ChangedCode; roots: readonly string[] },
  test: SuiteTest,
  side: Side,
  observation: Observation,
): Problem[] {
  const own = checkoutOf(bench, { side, build: 0 });
  const { foreign, readsOwn } = findForeign(observation, placeOf(bench, own, side, roots), code);
  const daemon = findDaemon(observation);
  const whose = { test: test.name, side };
  if (daemon !== undefined) return [{ code: foreignCode, message: formatDaemon(daemon), ...whose }];
  const server = findServer(observation.doubts, roots);
  if (server !== undefined) return [{ code: foreignCode, message: formatServer(server), ...whose }];
  // A file that is run says more than one that is only read.
  const first = foreign.find(({ path }) => isCodeFile(path)) ?? foreign[0];
  if (first !== undefined) {
    const environment = bench.environmentOf(test, 0);
    const way = findWay(first.path, environment, observation, roots);
    const more = foreign.length > 1 ? `; ${foreign.length - 1} more such files` : '';
    const message = `${explainForeign(first, side, way)}${more}`;
    const problem = { code: foreignCode, message: message.slice(0, 1900), ...whose };
    bench.onForeign?.(problem);
    return [problem];
  }
  // Without strace, other reads outside do not show.
  if (!observation.means.includes('strace'))
    return [{ code: codeUnseen, message: onlyPart, ...whose }];
  if (readsOwn || bench.isServed || isPlaceholder(bench, test)) return [];
  return [{ code: noOwnCode, message: nothingRead, ...whose }];
}

/** The starter's placeholder for a test is named as such already. */
function isPlaceholder({ record }: JudgedBench, { name }: SuiteTest): boolean {
  return record.problems.some(({ code, test }) => code === 'placeholder-test' && test === name);
}

function placeOf(
  { checkouts, sideWatch, views }: JudgedBench,
  own: string,
  side: Side,
  roots: readonly string[],
): CodePlace {
  const folder = own.slice(0, own.lastIndexOf('/'));
  return {
    own,
    // In a view nothing of them is there.
    roots: [...roots, ...checkouts[side === 'before' ? 'after' : 'before']],
    ours: ['node_modules', 'view'].map((name) => `${folder}/${name}`),
    find: (path) => views?.find(own, path) ?? path,
    findShared: (inside) => views?.findShared(inside),
    // Before is set up first: what after writes later is not before's any more.
    otherSetup: side === 'before' ? (sideWatch?.listSetups('after') ?? []) : [],
    ownSetup: sideWatch?.listSetups(side) ?? [],
  };
}

const onlyPart =
  'Perigee could see only in part which files it reads, and nothing outside the repository: install strace';

const nothingRead =
  'it was seen to read no file of its side: if the code that it measures is elsewhere, such as a deployed server, write code: outside at the test in perigee.yml';

/** The client of a container engine: what the engine runs is not seen from here. */
const daemons = /it talks to (\S*(?:docker|podman|containerd|buildkitd?)\S*\.sock)\b/;

function findDaemon({ doubts }: Observation): string | undefined {
  return doubts.map((doubt) => daemons.exec(doubt)?.[1]).find((found) => found !== undefined);
}

function formatDaemon(socket: string): string {
  return `it talks to ${socket}: which code runs in a container Perigee cannot see; where each side builds and names an image of its own, write code: outside at the test in perigee.yml`;
}

function formatServer({ path, peer, pid, program }: Server): string {
  return `it talks to ${peer}, where ${basename(program)} (process ${pid}) answers, which ran before Perigee did and runs ${path}: both sides were served by that code; end it and let services in perigee.yml start one for each side, or write code: outside at the test`;
}

function explainBlind(observer: Observer | undefined): string {
  if (observer?.means.includes('strace') === false) return onlyPart;
  const cause = observer === undefined ? 'install strace' : 'it fails while it is watched';
  return `Perigee could not see which files it reads: ${cause}`;
}

type Found = Pick<KnownLeads, 'directories' | 'places'>;

interface Place {
  code: ChangedCode;
  found: Found;
  repository: Repository;
  roots: readonly string[];
}

async function explainUnseen(
  bench: JudgedBench,
  { code, found, repository, roots }: Place,
  { side, test }: { test: SuiteTest; side: Side },
  observer: Observer | undefined,
): Promise<Problem[]> {
  const { environmentOf, record, views } = bench;
  const checkout = checkoutOf(bench, { side, build: 0 });
  const program = {
    ...{ command: test.command, environment: seenAt(checkout, environmentOf(test, 0), bench) },
    ...{ checkout, directory: join(checkout, test.directory) },
  };
  const others = [...roots, ...bench.checkouts[side === 'before' ? 'after' : 'before']];
  const leading =
    views === undefined
      ? await findLeading(program, others, {
          ...found,
          setups: (['before', 'after'] as const).flatMap(
            (one) => bench.sideWatch?.listSetups(one) ?? [],
          ),
          isOwnCopy: (path) => code.names.match(path, isProgram(path)),
          listNaming: (at) => listNaming(repository, at, others),
        })
      : [];
  const isSafe = leading.length === 0;
  const isPortable = record.tier === 'portable';
  const why = isPortable
    ? 'this system does not let Perigee see which files it reads'
    : explainBlind(observer);
  const remedy = isPortable
    ? 'take that out, or measure in a container (docs/laptops.md)'
    : 'run perigee without it, or as root or with sudo';
  const named = `${leading.join(', ')} ${leading.length === 1 ? 'leads' : 'lead'} to code that is not this side’s`;
  return [
    {
      code: isSafe ? (views === undefined ? codeUnknown : codeUnseen) : codeNotObserved,
      message: (isSafe ? why : `${why}; ${named}: ${remedy}`).slice(0, 1900),
      test: test.name,
      side,
    },
  ];
}
