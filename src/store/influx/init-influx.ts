import {
  BucketsAPI,
  HealthAPI,
  OrgsAPI,
  type RetentionRules,
  TasksAPI,
} from '@influxdata/influxdb-client-apis';
import { UserError } from '../../contract/user-error.ts';
import { describeKept, type AskedRetention, decideDays } from '../retention.ts';
import { StoreUnavailable } from '../series-store.ts';
import { type Connection, connect } from './connect.ts';
import { type InfluxSettings, dailyBucket, LinesRefused, NotFound } from './transport.ts';
import { measurement, pointFields } from './names.ts';

const daySeconds = 24 * 60 * 60;

/**
 * Makes the buckets where they are missing, says how long they keep what, and sets up the task that makes the
 * medians of days. What is there keeps as long as it does unless something else is asked for.
 * @returns what there is now, one line each
 * @throws StoreUnavailable when the server does not answer, or does not let us; UserError for a name or time
 * that it does not take
 */
export async function initInflux(
  settings: InfluxSettings,
  asked: AskedRetention,
): Promise<string[]> {
  const connection = connect(settings);
  try {
    await refuseOtherVersion(connection);
    return await initBuckets(connection, asked);
  } catch (cause) {
    if (!(cause instanceof LinesRefused)) throw cause;
    const remedy = 'choose another name, or another time to keep';
    throw new UserError({ where: connection.name, seen: cause.message, remedy, cause });
  }
}

/** The version that a server reports may be empty or "dev". */
async function refuseOtherVersion({ client, name }: Connection): Promise<void> {
  const { version = '' } = await orNothing(new HealthAPI(client()).getHealth());
  if (!/^v?[013]\./.test(version)) return;
  const seen = `the server is InfluxDB ${version}`;
  throw new UserError({ where: name, seen, expected: 'InfluxDB 2' });
}

async function initBuckets(connection: Connection, asked: AskedRetention): Promise<string[]> {
  const { organisation, bucket } = connection.settings;
  const client = connection.client();
  const { orgs = [] } = await orNothing(new OrgsAPI(client).getOrgs({ org: organisation }));
  const orgID = orgs[0]?.id;
  if (orgID === undefined) {
    throw new StoreUnavailable(`${connection.name}: there is no organisation ${organisation}`);
  }
  const daily = dailyBucket(bucket);
  const buckets = { api: new BucketsAPI(client), orgID, asked };
  const points = await setBucket(buckets, bucket, 'keepDays');
  const medians = await setBucket(buckets, daily, 'keepMediansDays');
  const { name, flux } = medianTask(bucket, daily);
  await setTask(new TasksAPI(client), orgID, name, flux);
  return [
    `bucket ${bucket}: points ${describeKept(points)}`,
    `bucket ${daily}: medians of days ${describeKept(medians)}`,
    `task ${name}: makes the medians, every hour`,
  ];
}

async function setBucket(
  { api, orgID, asked }: { api: BucketsAPI; orgID: string; asked: AskedRetention },
  name: string,
  which: keyof AskedRetention,
): Promise<ReturnType<typeof decideDays>> {
  const { buckets: [found] = [] } = await orNothing(api.getBuckets({ name, orgID }));
  const { everySeconds: kept = 0 } = found?.retentionRules[0] ?? {};
  const before = found && { days: kept === 0 ? undefined : kept / daySeconds };
  const decided = decideDays(which, asked, before);
  if (decided.isKept) return decided;
  const everySeconds = (decided.days ?? 0) * daySeconds;
  const shardGroupDurationSeconds = shardHours(decided.days) * 60 * 60;
  const retentionRules: RetentionRules = [
    { type: 'expire', everySeconds, shardGroupDurationSeconds },
  ];
  if (found?.id === undefined) await api.postBuckets({ body: { orgID, name, retentionRules } });
  else await api.patchBucketsID({ bucketID: found.id, body: { retentionRules } });
  return decided;
}

async function setTask(api: TasksAPI, orgID: string, name: string, flux: string): Promise<void> {
  const { tasks: [found] = [] } = await orNothing(api.getTasks({ name, orgID }));
  const status = 'active';
  if (found === undefined) await api.postTasks({ body: { orgID, flux, status } });
  else await api.patchTasksID({ taskID: found.id, body: { flux, status } });
}

/** The server reports a missing name, or returns an empty list. */
async function orNothing<T>(answer: Promise<T>): Promise<Partial<T>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFound) return {};
    throw error;
  }
}

/**
 * The data that expires at one time: the server's own choice for each time to keep, which it does not change by itself.
 */
function shardHours(days: number | undefined): number {
  if (days !== undefined && days < 2) return 1;
  return days !== undefined && days < 180 ? 24 : 168;
}

/** So many days back points may come late and still be counted in. */
const lookBackDays = 7;

/**
 * The server's hourly task: of each series and day the median over all builds and repeats, which needs no marks of
 * outliers. The day is whole from its midnight on, since half a day would overwrite a whole one.
 */
function medianTask(from: string, to: string): { name: string; flux: string } {
  const name = `perigee medians of ${from}`;
  const noNumbers = pointFields.map((field) => `r._field != ${quote(field)}`).join(' and ');
  const flux = `import "date"

option task = {name: ${quote(name)}, every: 1h, offset: 5m}

from(bucket: ${quote(from)})
  |> range(start: date.truncate(t: -${lookBackDays}d, unit: 1d))
  |> filter(fn: (r) => r._measurement == ${quote(measurement.points)} and ${noNumbers})
  |> group(columns: ["_time", "_value", "_start", "_stop", "repeat"], mode: "except")
  |> window(every: 1d)
  |> median()
  |> duplicate(column: "_start", as: "_time")
  |> window(every: inf)
  |> to(bucket: ${quote(to)})
`;
  return { name, flux };
}

/** Text of Flux, in which \${ begins an expression. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('${', String.raw`\${`)}"`;
}
