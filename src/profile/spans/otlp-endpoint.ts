import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attempt } from '../../contract/attempt.ts';
import { parseJson } from '../../contract/json-text.ts';
import { noteOwnAddress } from './own-addresses.ts';
import { parseOtlp } from './parse-otlp.ts';
import type { SpanTable } from './span-table.ts';

const longestExport = 8 * 1024 * 1024;
const mostExporters = 64;
const exportTimeoutMs = 10_000;
const silentMs = 1000;
/** A span takes some forty, so these are more than an export of 8 MiB honestly holds. */
const exportLimits = { maxCharacters: longestExport, maxDepth: 64, maxValues: 500_000 };

/** The variable that names where traces go; a test that writes `perigee` there exports them to us. */
const endpointVariable = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
const protocolVariable = 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL';

export interface OtlpEndpoint {
  /** The variables that the test finds instead. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Whether the test asks for an endpoint. */
export function isOtlpWanted(environment: Environment): boolean {
  return environment[endpointVariable] === 'perigee';
}

/**
 * Listens for the spans that OpenTelemetry exports, on this machine only; the address has a secret, so that no other
 * user of the machine can add to them.
 */
export async function openOtlpEndpoint(table: () => SpanTable | undefined): Promise<OtlpEndpoint> {
  const path = `/${randomBytes(16).toString('hex')}/v1/traces`;
  // Hardly any test asks for it, and Node 24 takes a tenth of a second to load this module.
  const { createServer } = await import('node:http');
  const server = createServer(
    { connectionsCheckingInterval: silentMs / 2 },
    (request, response) => {
      void serve(request, response, path, table);
    },
  );
  server.maxConnections = mostExporters;
  server.requestTimeout = exportTimeoutMs;
  // Any user of the machine can connect: who says nothing does not stand in the way of a test.
  server.headersTimeout = silentMs;
  server.keepAliveTimeout = silentMs;
  server.on('connection', (socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy();
    }, silentMs);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  });
  server.on('drop', () =>
    table()?.report(
      'spans-not-taken',
      `a connection was refused: ${mostExporters} were open, and an export of traces may be lost`,
    ),
  );
  await listen(server);
  const { port } = server.address() as AddressInfo;
  noteOwnAddress(String(port));
  return {
    environment: {
      [endpointVariable]: `http://127.0.0.1:${port}${path}`,
      [protocolVariable]: 'http/json',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

interface Answer {
  status: 200 | 400 | 404 | 413 | 415;
  /** Names the loss; the record says it too. */
  problem?: string;
  body?: object;
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  table: () => SpanTable | undefined,
): Promise<void> {
  const { status, problem, body = { message: problem } } = await take(request, path, table);
  if (problem !== undefined) table()?.report('spans-not-taken', problem);
  // The rest of a body that was not read must not pass for the next request.
  if (status !== 200) response.shouldKeepAlive = false;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function take(
  request: IncomingMessage,
  path: string,
  table: () => SpanTable | undefined,
): Promise<Answer> {
  // A caller without the address may learn nothing from the answer.
  if (request.url !== path || request.method !== 'POST') return { status: 404 };
  const { 'content-type': type = 'nothing', 'content-encoding': encoding } = request.headers;
  if (!type.startsWith('application/json') || encoding !== undefined) {
    const seen = (encoding ?? type).slice(0, 80);
    const problem = `a test exported traces as ${seen}: export http/json without compression`;
    return { status: 415, problem };
  }
  const text = await readBody(request).catch(() => undefined);
  if (text === undefined) {
    const problem = `an export of traces was cut off, or has more than ${longestExport} bytes`;
    return { status: 413, problem };
  }
  const batch = parseOtlp(readJson(text));
  if (batch === undefined) {
    return { status: 400, problem: 'an export of traces was not OTLP in JSON' };
  }
  const rejected = table()?.takeExported(batch) ?? batch.spans.length;
  const body = rejected === 0 ? {} : { partialSuccess: { rejectedSpans: String(rejected) } };
  return { status: 200, body };
}

/** @throws Error beyond the limit */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestExport) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readJson(text: string): unknown {
  return attempt(() => parseJson(text, 'an export of traces', exportLimits));
}
