import type { Retention } from '../retention.ts';
import { UserError } from '../../contract/user-error.ts';
import { describeKept } from '../describe-kept.ts';
import { StoreUnavailable } from '../series-store.ts';
import { type Connection, connect, LinesRefused, NotFound } from './connect.ts';
import { medianTask } from './median-task.ts';
import { dailyBucket, type InfluxSettings, isVersion1 } from './influx-settings.ts';
import { quoteName } from './influxql.ts';
import { runQueries } from './run-queries.ts';

/**
 * Makes the buckets where they are missing, says how long they keep what, and sets up the task that makes the
 * medians of days. Doing it again changes only what is different.
 * @returns what there is now, one line each
 * @throws StoreUnavailable when the server does not answer, or does not let us; UserError for a name or time
 * that it does not take
 */
export async function initInflux(
  settings: InfluxSettings,
  retention: Retention,
): Promise<string[]> {
  const connection = connect(settings);
  try {
    return isVersion1(settings)
      ? await initDatabase(connection, retention)
      : await initBuckets(connection, retention);
  } catch (cause) {
    if (!(cause instanceof LinesRefused)) throw cause;
    const remedy = 'choose another name, or another time to keep';
    throw new UserError({ where: connection.name, seen: cause.message, remedy, cause });
  }
}

async function initBuckets(connection: Connection, retention: Retention): Promise<string[]> {
  const { organisation, bucket } = connection.settings;
  const orgID = await findId(connection, 'orgs', { org: organisation });
  if (orgID === undefined) {
    throw new StoreUnavailable(`${connection.name}: there is no organisation ${organisation}`);
  }
  const daily = dailyBucket(bucket);
  await setBucket(connection, orgID, bucket, retention.keepDays);
  await setBucket(connection, orgID, daily, retention.keepMediansDays);
  const { name, flux } = medianTask(bucket, daily);
  await setTask(connection, orgID, name, flux);
  return [
    `bucket ${bucket}: points ${describeKept(retention.keepDays)}`,
    `bucket ${daily}: medians of days ${describeKept(retention.keepMediansDays)}`,
    `task ${name}: makes the medians, every hour`,
  ];
}

async function setBucket(
  connection: Connection,
  orgID: string,
  name: string,
  days: number | undefined,
): Promise<void> {
  const everySeconds = (days ?? 0) * 24 * 60 * 60;
  const shardGroupDurationSeconds = shardHours(days) * 60 * 60;
  const retentionRules = [{ type: 'expire', everySeconds, shardGroupDurationSeconds }];
  const id = await findId(connection, 'buckets', { name, orgID });
  if (id === undefined) {
    const body = { orgID, name, retentionRules };
    await connection.request('/api/v2/buckets', { method: 'POST', body });
  } else {
    const body = { retentionRules };
    await connection.request(`/api/v2/buckets/${id}`, { method: 'PATCH', body });
  }
}

async function setTask(
  connection: Connection,
  orgID: string,
  name: string,
  flux: string,
): Promise<void> {
  const id = await findId(connection, 'tasks', { name, orgID });
  const status = 'active';
  if (id === undefined) {
    const body = { orgID, flux, status };
    await connection.request('/api/v2/tasks', { method: 'POST', body });
  } else {
    const body = { flux, status };
    await connection.request(`/api/v2/tasks/${id}`, { method: 'PATCH', body });
  }
}

/** Of what is not there the server says so, or gives an empty list. */
async function findId(
  connection: Connection,
  kind: 'orgs' | 'buckets' | 'tasks',
  which: Record<string, string>,
): Promise<string | undefined> {
  const path = `/api/v2/${kind}?${new URLSearchParams(which)}`;
  try {
    const answer = await connection.request(path, { method: 'GET' });
    return (answer as Record<string, { id: string }[] | undefined>)[kind]?.[0]?.id;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** InfluxDB 1.8 can only group by all tags or by named ones, and annotations are not known beforehand. */
async function initDatabase(connection: Connection, { keepDays }: Retention): Promise<string[]> {
  const [database = '', policy = 'autogen'] = connection.settings.bucket.split('/');
  const duration = keepDays === undefined ? 'INF' : `${keepDays}d`;
  await runQueries(connection, [`CREATE DATABASE ${quoteName(database)}`]);
  const [[found] = []] = await runQueries(connection, [
    `SHOW RETENTION POLICIES ON ${quoteName(database)}`,
  ]);
  const exists = found?.rows.some(({ name }) => name === policy) === true;
  const target = `RETENTION POLICY ${quoteName(policy)} ON ${quoteName(database)}`;
  const terms = `DURATION ${duration} REPLICATION 1 SHARD DURATION ${shardHours(keepDays)}h`;
  await runQueries(connection, [`${exists ? 'ALTER' : 'CREATE'} ${target} ${terms}`]);
  return [
    `database ${database}, retention policy ${policy}: points ${describeKept(keepDays)}`,
    'medians of days: not kept, which needs InfluxDB 2',
  ];
}

/** What goes at one time: the server's own choice for each time to keep, which it does not change by itself. */
function shardHours(days: number | undefined): number {
  if (days !== undefined && days < 2) return 1;
  return days !== undefined && days < 180 ? 24 : 168;
}
