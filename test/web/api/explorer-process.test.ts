import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf } from '../../../src/web/api/addresses.ts';
import { openExplorer } from '../../../src/web/api/http/open-explorer.ts';
import { seesAll } from '../../../src/web/api/readers/reader.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';
import { repository } from './make-history.ts';

test('of a store that does not answer the log has the reason, and readers have none of it', async () => {
  const store = createServer((_, response) => void response.writeHead(503).end());
  const told: string[] = [];
  const host = `127.0.0.1:${await listenUntilEnd(store)}`;
  const door = openExplorer({
    store: {
      kind: 'influx',
      settings: { url: `http://${host}`, token: 't', organisation: 'o', bucket: 'b' },
    },
    admit: async () => seesAll,
    report: (defect) => void told.push(String(defect)),
  });
  const server = createServer((request, response) => void door.answer(request, response));
  const port = await listenUntilEnd(server);
  onTestFinished(() => door.close());
  const answer = await fetch(`http://127.0.0.1:${port}${addressOf.readOverview(repository)}`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain(host);
  expect(told).toEqual([expect.stringContaining(host)]);
});
