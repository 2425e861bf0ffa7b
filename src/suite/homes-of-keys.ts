import { allSchemas } from '../contract/schemas.ts';

/** The schema of a map, as far as errors need it. */
export interface MapSchema {
  title?: string;
  properties?: Record<string, { $ref?: string; description?: string }>;
  propertyNames?: { description?: string };
}

const nameInSuite: Readonly<Record<string, string>> = {
  Config: 'perigee.yml',
  Test: 'a test',
  SpansOfTest: '"spans"',
  SpanOfTest: 'a span',
  Service: 'a service',
  Shards: '"shards"',
  Pins: '"pins"',
  HostSettings: '"host"',
  Thresholds: '"thresholds"',
  CreepBudget: '"budget"',
  Gate: '"gate"',
  Limit: 'a default threshold',
  Rule: 'a rule',
  Match: '"match"',
  WorseBoth: '"worse"',
  Environment: '"environment"',
  Declarations: '"metrics"',
  Declaration: 'a metric',
  Results: '"results"',
  Annotations: '"annotations"',
  MetricLimits: '"defaults"',
};

const nameInSettings: Readonly<Record<string, string>> = {
  ServiceConfig: 'perigee-service.yml',
  ServiceEvents: '"events"',
  ServiceKafka: '"events.kafka"',
  ServiceSasl: '"events.kafka.sasl"',
  ServiceSeries: '"series"',
  ServiceSeriesLimits: '"series.limits"',
  ServiceInfluxdb: '"series.influxdb"',
  ServiceArtifacts: '"artifacts"',
  ServiceGithub: '"artifacts.github"',
  ServiceGithubApp: '"artifacts.github.app"',
  ServiceBuildkite: '"artifacts.buildkite"',
  ServiceAggregation: '"aggregation"',
  ServiceBot: '"bot"',
  ServiceBotBuildkite: '"bot.buildkite"',
};

/** The name of a map in an error. */
export function nameOfMap({ title = '' }: { title?: string }): string {
  return nameInSuite[title] ?? nameInSettings[title] ?? 'this map';
}

/** The right map for a key in the wrong one, if that is clear. */
export function findHome(key: string, stranger: MapSchema): string | undefined {
  const holds = ({ properties }: MapSchema): boolean =>
    properties !== undefined && Object.hasOwn(properties, key);
  const inSuite = mapsOf('config').find(holds);
  if (nameInSettings[stranger.title ?? ''] === undefined) return inSuite && nameOfMap(inSuite);
  const homes = mapsOf('service').filter(holds).map(nameOfMap);
  // Among several it is the one of the same service, such as the other section of Buildkite.
  const service = lastPart(nameOfMap(stranger));
  const home = homes.length === 1 ? homes[0] : homes.find((name) => lastPart(name) === service);
  return home ?? (inSuite?.title === 'Gate' ? '"gate" in perigee.yml' : undefined);
}

function lastPart(name: string): string {
  return /\w+(?="?$)/.exec(name)?.[0] ?? name;
}

function mapsOf(name: 'config' | 'service'): readonly MapSchema[] {
  const root = allSchemas.find(({ $id }) => $id === `${name}.schema.json`);
  return name === 'config' ? [root ?? {}, ...Object.values(root?.$defs ?? {})] : withTitles(root);
}

/** Titled parts of the schema, at any depth. */
function withTitles(schema: unknown): MapSchema[] {
  if (!(schema instanceof Object)) return [];
  const inner = Object.values(schema).flatMap(withTitles);
  const { title } = schema as MapSchema;
  return typeof title === 'string' && title in nameInSettings ? [schema, ...inner] : inner;
}
