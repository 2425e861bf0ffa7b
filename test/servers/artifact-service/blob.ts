/** The storage behind the service: blocks are sent, then the list that puts them together. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FakeArtifact, FakeFaults } from './stored-artifact.ts';

/** Answers a request for the content of an artifact. */
export function answerBlob(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  artifact: FakeArtifact | undefined,
  faults: FakeFaults,
  response: ServerResponse,
): void {
  const signature = url.searchParams.get('sig');
  if (artifact === undefined) respond(response, 404);
  else if (request.method === 'PUT' && signature === 'upload') {
    respond(response, put(request, url, body, artifact));
  } else if (request.method === 'GET' && signature === 'download') {
    get(artifact, faults, response);
  } else respond(response, 403);
}

/** @returns the status */
function put(request: IncomingMessage, url: URL, body: Buffer, artifact: FakeArtifact): number {
  const operation = url.searchParams.get('comp');
  if (request.headers['x-ms-version'] === undefined) return 400;
  if (operation === 'block') {
    const id = url.searchParams.get('blockid');
    if (id === null || request.headers['content-length'] !== String(body.length)) return 400;
    artifact.blocks.set(id, body);
    return 201;
  }
  if (operation !== 'blocklist') return 400;
  const ids = [...body.toString('utf8').matchAll(/<Latest>([^<]+)<\/Latest>/g)];
  const parts = ids.map(([, id]) => artifact.blocks.get(id ?? ''));
  if (parts.includes(undefined)) return 400;
  artifact.content = Buffer.concat(parts.filter((part) => part !== undefined));
  return 201;
}

function get(artifact: FakeArtifact, faults: FakeFaults, response: ServerResponse): void {
  const { content, name, contentType } = artifact;
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': content.length,
    'content-disposition': `attachment; filename="${name}.zip"`,
  });
  const { cutDownloadsAfterBytes } = faults;
  if (cutDownloadsAfterBytes === undefined) {
    response.end(content);
    return;
  }
  response.write(content.subarray(0, cutDownloadsAfterBytes), () => response.destroy());
}

function respond(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    etag: '"0x1"',
    'last-modified': new Date(0).toUTCString(),
    'x-ms-request-id': '1',
    'x-ms-version': '2025-01-05',
  });
  response.end();
}
