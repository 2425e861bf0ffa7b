import type { ServiceConfig } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type Form = 'text' | 'list' | 'number' | 'flag' | 'secret';

interface Variable {
  name: string;
  /** Keys from the outside in. */
  path: readonly string[];
  form: Form;
  /** The wanted form, if the schema has more than one. */
  asks?: string;
}

const define = (name: string, path: string, form: Form = 'text', asks?: string): Variable => ({
  name: `PERIGEE_${name}`,
  path: path.split('.'),
  form,
  asks,
});

/** The variables of the environment; they win over the file. A secret's variable may end with `_FILE` too. */
export const variables: readonly Variable[] = [
  define('DATA', 'data'),
  define('LISTEN', 'listen'),
  define('LOG_LEVEL', 'logLevel'),
  define('EVENT_LOG', 'events.file'),
  define('KAFKA_BROKERS', 'events.kafka.brokers', 'list'),
  define('KAFKA_TOPIC', 'events.kafka.topic'),
  define('KAFKA_DELIVERIES_TOPIC', 'events.kafka.deliveriesTopic'),
  define('KAFKA_GROUP', 'events.kafka.group'),
  define('KAFKA_CLIENT_ID', 'events.kafka.clientId'),
  define('KAFKA_TLS', 'events.kafka.tls', 'flag'),
  define('KAFKA_TLS_AUTHORITY', 'events.kafka.tlsAuthorityFile'),
  define('KAFKA_SASL_MECHANISM', 'events.kafka.sasl.mechanism'),
  define('KAFKA_SASL_USERNAME', 'events.kafka.sasl.username'),
  define('KAFKA_SASL_PASSWORD', 'events.kafka.sasl.password', 'secret'),
  define('SERIES_FILE', 'series.file'),
  define('INFLUXDB_URL', 'series.influxdb.url'),
  define('INFLUXDB_ORGANISATION', 'series.influxdb.organisation'),
  define('INFLUXDB_BUCKET', 'series.influxdb.bucket'),
  define('INFLUXDB_TOKEN', 'series.influxdb.token', 'secret'),
  define('MAX_SPANS', 'series.limits.spans', 'number'),
  define('MAX_VALUES_OF_ANNOTATION', 'series.limits.valuesOfAnnotation', 'number'),
  define('ARTIFACTS', 'artifacts.directory'),
  define('GITHUB_API_URL', 'artifacts.github.apiUrl'),
  define('GITHUB_TOKEN', 'artifacts.github.token', 'secret'),
  define('GITHUB_APP_ID', 'artifacts.github.app.id'),
  define('GITHUB_APP_PRIVATE_KEY', 'artifacts.github.app.privateKey', 'secret'),
  define('BUILDKITE_API_URL', 'artifacts.buildkite.apiUrl'),
  define('BUILDKITE_TOKEN', 'artifacts.buildkite.token', 'secret'),
  define('BUILDKITE_HOSTS', 'artifacts.buildkite.hosts', 'list'),
  define('DEADLINE', 'aggregation.deadline'),
  define('QUIET', 'aggregation.quiet'),
  define('WORKERS', 'aggregation.workers', 'number'),
  define('MAX_HELD_EVENTS', 'aggregation.maxHeldEvents', 'number'),
  define('MAX_BYTES_IN_WORK', 'aggregation.maxBytesInWork', 'number'),
  define('MAX_BUILD_BYTES', 'aggregation.maxBuildBytes', 'number'),
  define('GRACE_PERIOD', 'aggregation.gracePeriod'),
  define('DASHBOARD', 'dashboard.enabled', 'flag'),
  define('DASHBOARD_LOCAL', 'dashboard.local', 'flag'),
  define('DASHBOARD_CLIENT_ID', 'dashboard.github.clientId'),
  define('DASHBOARD_CLIENT_SECRET', 'dashboard.github.clientSecret', 'secret'),
  define('DASHBOARD_PROXY_HEADER', 'dashboard.proxy.header'),
  define('DASHBOARD_PROXY_ADDRESSES', 'dashboard.proxy.addresses', 'list'),
  define('DASHBOARD_URL', 'dashboard.url'),
  define('BOT_APP_ID', 'bot.appId', 'number', 'a whole number from 1 (the app id, e.g. 123456)'),
  define('BOT_PRIVATE_KEY', 'bot.privateKey', 'secret'),
  define('BOT_WEBHOOK_SECRET', 'bot.webhookSecret', 'secret'),
  define('BOT_API_URL', 'bot.apiUrl'),
  define('PUBLIC_URL', 'bot.publicUrl'),
  define('BOT_LEDGER', 'bot.ledger'),
  define('BUILDKITE_WEBHOOK_TOKEN', 'bot.buildkite.webhookToken', 'secret'),
];

export interface Overlaid {
  value: ServiceConfig;
  /** JSON pointer → the variable that set it. */
  origins: ReadonlyMap<string, string>;
}

/** Lays the environment over what the file says. A variable that is empty is one that was not given. */
export function overlayEnvironment(file: ServiceConfig, environment: Environment): Overlaid {
  const value = structuredClone(file);
  const origins = new Map<string, string>();
  for (const { name, path, form } of variables) {
    const names = form === 'secret' ? [name, `${name}_FILE`] : [name];
    for (const each of names) {
      const text = environment[each] ?? '';
      if (text === '') continue;
      setAt(value, path, readForm(each, text, form));
      origins.set(`/${path.join('/')}`, each);
    }
  }
  return { value, origins };
}

function readForm(name: string, text: string, form: Form): unknown {
  switch (form) {
    case 'text':
      return text;
    case 'list':
      return text.split(/[\s,]+/).filter((part) => part !== '');
    case 'number':
      return readNumber(text);
    case 'flag':
      return readFlag(name, text);
    case 'secret':
      return name.endsWith('_FILE') ? { file: text } : { env: name };
  }
}

/** Text that is no whole number stays as it was written: the schema refuses it, and it is shown like that. */
function readNumber(text: string): number | string {
  const isBlank = text.trim() === '';
  return Number.isInteger(Number(text)) && !isBlank ? Number(text) : text;
}

function readFlag(name: string, text: string): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  throw new UserError({
    where: name,
    seen: `${JSON.stringify(text.slice(0, 40))} is neither yes nor no`,
    expected: 'true or false',
  });
}

function setAt(target: object, path: readonly string[], value: unknown): void {
  let node = target as Record<string, unknown>;
  for (const key of path.slice(0, -1)) {
    const next = node[key];
    const child = typeof next === 'object' && next !== null ? next : {};
    node[key] = child;
    node = child as Record<string, unknown>;
  }
  const last = path.at(-1);
  if (last !== undefined) node[last] = value;
}
