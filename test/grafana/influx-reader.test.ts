import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { InfluxSettings } from '../../src/store/influx/transport.ts';
import { measurement } from '../../src/store/influx/names.ts';
import { drawHistory } from '../../grafana/demo/draw-history.ts';
import { prepareInflux } from '../store/influx/influx-contract.ts';
import { askInflux } from './ask-influx.ts';
import { fillInflux } from './influx-world.ts';

/** What `influx v1 auth create --read-bucket` of deploy/influxdb-reader.sh does. */
async function createReader(bucket: InfluxSettings): Promise<InfluxSettings> {
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${bucket.url}${path}`, {
      headers: { authorization: `Token ${bucket.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return answer.status === 204 ? undefined : answer.json();
  };
  const { buckets } = (await ask(`/api/v2/buckets?name=${bucket.bucket}`)) as {
    buckets: { id: string; orgID: string }[];
  };
  const [{ id, orgID } = { id: '', orgID: '' }] = buckets;
  const permissions = [{ action: 'read', resource: { type: 'buckets', id, orgID } }];
  const user = `grafana-${randomUUID()}`;
  const path = '/private/legacy/authorizations';
  const made = (await ask(path, { orgID, token: user, permissions })) as { id: string };
  await ask(`${path}/${made.id}/password`, { password: 'only-reads' });
  return { ...bucket, token: `${user}:only-reads` };
}

const { server, test } = prepareInflux();

test('the user that deploy/compose.yml gives Grafana reads, and changes nothing', async () => {
  const bucket = await server().createBucket(randomUUID());
  await fillInflux(bucket, drawHistory({ seed: 4, pushes: 2, endMs: Date.UTC(2027, 0, 1) }));
  const reader = await createReader(bucket);
  const count = async (as: InfluxSettings) =>
    (await askInflux(as, `SELECT count("latency") FROM "${measurement.points}"`))[0]?.rows[0]?.[1];
  const before = await count(bucket);
  expect(before).toBeGreaterThan(0);
  expect(await count(reader)).toBe(before);
  const drop = `DROP MEASUREMENT "${measurement.points}"`;
  await expect(askInflux(reader, drop)).rejects.toThrow('insufficient permissions');
  expect(await count(bucket)).toBe(before);
});
