import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { UserError } from '../../../contract/user-error.ts';
import { apiRoot } from '../addresses.ts';
import { ApiProblem } from '../http/api-problem.ts';
import { type ApiRequest, readRequest } from '../http/read-request.ts';
import { type Sent, unpack } from '../http/send-answer.ts';
import { ClientGone } from '../http/wait-in-line.ts';
import { openToolServer } from './open-tool-server.ts';
import { listReadingTools } from './reading-tools.ts';

type Find = (asked: ApiRequest, gone: AbortSignal) => Promise<Sent>;

/** A call is some hundred bytes. */
const mostBytes = 64 * 1024;
/** The version of the API. */
const version = '1';

/**
 * `/mcp`: one server for each request, and nothing is kept between two.
 * @param find answers of the API, as this reader may read them; their place in the line is free once `gone` is aborted
 * @throws ApiProblem
 */
export async function answerTools(
  request: IncomingMessage,
  response: ServerResponse,
  find: Find,
): Promise<void> {
  if (request.method !== 'POST') {
    // Clients ask with GET whether something is streamed.
    response.writeHead(405, { allow: 'POST', 'cache-control': 'no-store' }).end();
    return;
  }
  const { accept, 'content-type': type, 'mcp-protocol-version': protocol } = request.headers;
  const asked = Object.entries({ accept, 'content-type': type, 'mcp-protocol-version': protocol });
  const headers = asked.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const body = await readBody(request);
  // The protocol has none any more, and each of its calls would hold a whole answer.
  if (/^\s*\[/.test(body)) throw new ApiProblem(400, 'A request is one message, not a list.');
  const server = openToolServer(
    version,
    listReadingTools((address, signal) => ask(find, address, signal)),
  );
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close());
  await server.connect(transport);
  // The transport reads no more of the address than that it is one.
  const answer = await transport.handleRequest(
    new Request('http://localhost/mcp', { method: 'POST', headers, body }),
  );
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
  response.end(await answer.text());
}

async function ask(find: Find, address: string, signal: AbortSignal): Promise<object> {
  const [path = '', query] = address.slice(apiRoot.length).split('?', 2);
  const done = new AbortController();
  try {
    const asked = readRequest(path, new URLSearchParams(query));
    const { body, text } = await find(asked, AbortSignal.any([signal, done.signal]));
    const found =
      body === undefined ? (JSON.parse(text ?? '{}') as object) : await unpack<object>(body);
    if ('detail' in found) throw new UserError({ seen: String(found.detail) });
    return found;
  } catch (error) {
    if (error instanceof ApiProblem) throw new UserError({ seen: error.message, cause: error });
    throw error;
  } finally {
    done.abort(new ClientGone());
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new ApiProblem(400, `A request has at most ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
