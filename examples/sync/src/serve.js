import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { requireTreePath } from './check-path.js';
import { readBody } from './read-body.js';
import { Store } from './store.js';

const bodyLimit = 16 * 1024 * 1024;

const routes = {
  'GET /files': ({ store }) => store.list(),
  'POST /bundle': async ({ store, request }) => store.receive(await readBody(request, bodyLimit)),
  'POST /fetch': async ({ store, request }) => store.bundle(await readJson(request)),
  'POST /move': async ({ store, request }) => store.move(await readJson(request)),
  'POST /remove': async ({ store, request }) => store.remove(await readJson(request)),
  'POST /large': async ({ store, request }) =>
    store.large.begin(requireTreePath(await readJson(request))),
  'PUT /chunk': receiveChunk,
  'POST /finish': async ({ store, request }) => store.finish(await readJson(request)),
  'GET /content': sendContent,
};

/** Serves one tree on the loopback interface; resolves to { url, close() } once it listens. */
export async function serve({ root, index, port = 0 }) {
  const store = new Store(root, index);
  const server = createServer((request, response) => void answer(store, request, response));
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      store.close();
    },
  };
}

async function answer(store, request, response) {
  const url = new URL(request.url, 'http://127.0.0.1');
  const route = routes[`${request.method} ${url.pathname}`];
  try {
    if (route === undefined) throw new TypeError('no such route');
    const result = await route({ store, request, response, query: url.searchParams });
    if (response.headersSent || response.destroyed) return;
    response.end(Buffer.isBuffer(result) ? result : JSON.stringify(result ?? null));
  } catch (error) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const refused = error instanceof TypeError || error instanceof RangeError;
    response.writeHead(refused || error instanceof SyntaxError ? 400 : 500);
    response.end(error.message);
  }
}

async function readJson(request) {
  return JSON.parse(await readBody(request, bodyLimit));
}

async function receiveChunk({ store, request, query }) {
  const offset = Number(query.get('offset'));
  await store.large.receive(query.get('id'), offset, query.get('hash'), request);
}

async function sendContent({ store, query, response }) {
  await pipeline(store.open(query.get('path')), response);
}
