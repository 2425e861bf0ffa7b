import { within } from '../../../async/within.ts';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import api from '../../../../schemas/explorer.openapi.json' with { type: 'json' };
import { createTaskProcesses, TaskKilled } from '../../../async/task-process.ts';
import { apiRoot } from '../addresses.ts';
import type { Overview, Repositories } from '../answers.ts';
import type { ExplorerAnswer, ExplorerTask, StoreChoice } from '../explorer-process.ts';
import type { Reader } from '../readers/reader.ts';
import type { SignIn } from '../readers/sign-in.ts';
import { ApiProblem } from './api-problem.ts';
import { type ApiRequest, readRequest } from './read-request.ts';
import { openPageFiles } from './page-files.ts';
import { sendProblemPage, type Sent, sendAnswer, unpack } from './send-answer.ts';
import { ClientGone, openLine } from './wait-in-line.ts';

export interface ExplorerOptions {
  store: StoreChoice;
  /** A folder for what was worked out. */
  keptIn?: string;
  /** The file in which the bot keeps what its gates did. */
  ledger?: string;
  /** Identifies the reader. @throws ApiProblem for those who may read nothing */
  admit(this: void, request: IncomingMessage): Promise<Reader>;
  /** Signs people in, if they can. */
  signIn?: SignIn;
  /** The budgets of the folder where `perigee open` runs, at each request: people edit its perigee.yml meanwhile. */
  readBudgets?(this: void): Promise<ExplorerTask['budgets']>;
  /** Writes where levels changed into InfluxDB, for dashboards that ask it. */
  marksLevels?: true;
  /** Defects. */
  report(this: void, defect: unknown): void;
}

export interface ExplorerDoor {
  /** @returns false when the address is none of its own */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Works out what is new of every repository, as if a person opened it. @throws what is a defect */
  follow(): Promise<void>;
  close(): void;
}

/** Beside the bundle, or a chunk of it; and, where the program runs from its sources, where those lie. */
const places = ['./explorer.mjs', '../explorer.mjs', '../explorer-process.ts'];

const heapMb = 256;
const longestMs = 60_000;
/** Digests stay for readers who look again soon. */
const idleMs = 15 * 60_000;
/** Requests that wait for the process. More would wait longer than people do. */
const mostWaiting = 200;
/** For one person. A page asks for up to three answers at once. */
const mostOfReader = 4;
const mostBehind = 16;
/** Before the connection is cut, so that the reader learns why. */
const longestWaitMs = 45_000;

/** Until the next repository is followed, and how often this one is looked at meanwhile. */
const longestFollowedMs = 10 * 60_000;
const lookAgainMs = 2_000;

/** The dashboard: the API below `/api/v1`, and the files of its pages at every other address. */
export function openExplorer(options: ExplorerOptions): ExplorerDoor {
  const { admit, keptIn, ledger, marksLevels, readBudgets, report, signIn, store } = options;
  const entry = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)));
  if (entry === undefined)
    throw new Error('dist/explorer.mjs is missing: `npm run build` makes it');
  const processes = createTaskProcesses({ entry, heapMb, atMost: 1, longestMs, idleMs });
  const pages = openPageFiles();
  const line = openLine({ places: mostWaiting, ofReader: mostOfReader, behind: mostBehind });
  return { close: processes.close, answer, follow };

  async function follow(): Promise<void> {
    const listed = await run({ operation: 'listRepositories', given: {} });
    if (listed.status !== 200 || listed.body === undefined) return;
    for (const { repository } of (await unpack<Repositories>(listed.body)).repositories) {
      const untilMs = performance.now() + longestFollowedMs;
      // To work on the next one may push this one out of memory.
      while ((await isPending(repository)) && performance.now() < untilMs) {
        await pause(lookAgainMs, undefined, { ref: false });
      }
    }
  }

  async function isPending(repository: string): Promise<boolean> {
    const { body, status, why } = await run({ operation: 'readOverview', given: { repository } });
    // A failure is tried again the next time, and the other repositories need not wait for it.
    if (status !== 200 || body === undefined || why !== undefined) return false;
    return (await unpack<Overview>(body)).counts.pending > 0;
  }

  async function run(
    request: ApiRequest,
    { gone, known }: { gone?: AbortSignal; known?: string | undefined } = {},
  ): Promise<ExplorerAnswer> {
    const task: ExplorerTask = { store, request };
    const budgets = await readBudgets?.();
    if (keptIn !== undefined) task.keptIn = keptIn;
    if (budgets !== undefined) task.budgets = budgets;
    if (ledger !== undefined) task.ledger = ledger;
    if (marksLevels !== undefined) task.marksLevels = marksLevels;
    if (known !== undefined) task.known = known;
    const answered = (await processes.run(task, gone)) as ExplorerAnswer;
    if (answered.why !== undefined) report(new Error(answered.why));
    return answered;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { method = '', url = '/' } = request;
    const [path = '/', ...rest] = url.split('?');
    if (!isOurs(path)) return false;
    try {
      // URL reads the first step after two slashes as a host.
      if (path.startsWith('//')) throw new ApiProblem(400, 'An address begins with one slash.');
      if (path === '/mcp') {
        const reader = await admit(request);
        const { answerTools } = await import('../mcp/answer-tools.ts');
        await answerTools(request, response, (asked, gone) =>
          within(longestWaitMs, find(asked, reader, { headers: {} }, gone), tooSlow),
        );
        return true;
      }
      const isSignOut = signIn !== undefined && path === '/sign-out' && method === 'POST';
      if (method !== 'GET' && method !== 'HEAD' && !isSignOut)
        throw new ApiProblem(405, 'Nothing is written here.');
      if (path.startsWith(`${apiRoot}/`)) {
        await answerApi(request, response, path.slice(apiRoot.length), rest.join('?'));
      } else if ((await signIn?.answer(request, response)) !== true) {
        await admit(request);
        pages.send(request, response, path);
      }
    } catch (error) {
      if (error instanceof ClientGone) return true;
      const isStranger = error instanceof ApiProblem && error.status === 401;
      if (isStranger && signIn !== undefined && isPage(path)) {
        const location = `/sign-in?${new URLSearchParams({ to: url })}`;
        response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
        return true;
      }
      if (!(error instanceof ApiProblem)) report(error);
      const takesPage = method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '');
      if (error instanceof ApiProblem && isPage(path) && takesPage) {
        sendProblemPage(response, error.describe());
        return true;
      }
      sendAnswer(request, response, describeError(error));
    }
    return true;
  }

  async function answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
  ): Promise<void> {
    if (path === '/openapi.json') {
      await admit(request);
      sendAnswer(request, response, { status: 200, text: JSON.stringify(api) });
      return;
    }
    const asked = readRequest(path, new URLSearchParams(query));
    const reader = await admit(request);
    const gone = new AbortController();
    response.once('close', () => gone.abort(new ClientGone()));
    const finding = find(asked, reader, request, gone.signal);
    sendAnswer(request, response, await within(longestWaitMs, finding, tooSlow));
  }

  async function find(
    asked: ApiRequest,
    reader: Reader,
    { headers }: Pick<IncomingMessage, 'headers'>,
    gone: AbortSignal,
  ): Promise<Sent> {
    await line.enter(reader.name, gone);
    const { repository } = asked.given;
    const seen = await reader.listSeen?.();
    if (seen !== undefined && repository !== undefined && !seen.has(lower(repository))) {
      throw new ApiProblem(404, notSeen);
    }
    const isListed = asked.operation === 'listRepositories' && seen !== undefined;
    // The list of what one reader may see has no ETag.
    const found = await run(asked, {
      known: isListed ? undefined : headers['if-none-match'],
      gone,
    });
    return isListed ? keepSeen(found, seen) : found;
  }
}

/** One sentence for all: others are not to learn what there is. */
const notSeen =
  'There are no builds of this repository, you may not read it on GitHub, or the app of this service is not installed on it.';

const lower = (repository: unknown): string => String(repository).toLowerCase();

const tooSlow = (): ApiProblem =>
  new ApiProblem(503, 'Many read at once, so this takes long. Try again in a minute.');

/** Only the repositories that a reader may see. */
async function keepSeen(answer: ExplorerAnswer, seen: ReadonlySet<string>): Promise<Sent> {
  if (answer.body === undefined || answer.status !== 200) return answer;
  const { repositories: all } = await unpack<Repositories>(answer.body);
  const repositories = all.filter((one) => seen.has(lower(one.repository)));
  return { status: 200, text: JSON.stringify({ repositories }) };
}

/** The service's own addresses, and those of webhooks. */
const others: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** An address that a person opens, and no part of a page. */
export function isPage(path: string): boolean {
  return (
    path !== '/mcp' &&
    !path.startsWith('/api/') &&
    !/\.\w+$/.test(path) &&
    !path.startsWith('/sign-')
  );
}

function isOurs(path: string): boolean {
  if (path.startsWith(`${apiRoot}/`)) return true;
  return !others.has(path) && path !== '/api' && !path.startsWith('/api/');
}

function describeError(error: unknown): { status: number; text: string } {
  if (error instanceof ApiProblem) {
    return { status: error.status, text: JSON.stringify(error.describe()) };
  }
  const killed = 'This answer takes more time or memory than one may. Ask for less.';
  if (error instanceof TaskKilled) return describeError(new ApiProblem(503, killed));
  const problem = { type: 'about:blank', title: 'This could not be answered', status: 500 };
  const detail = 'It is a defect of Perigee. The log of the service has the reason.';
  return { status: 500, text: JSON.stringify({ ...problem, detail }) };
}
