import type { ServiceBuildkite, ServiceGithub } from '../contract/documents.ts';
import type { InfluxSettings } from '../store/influx/transport.ts';
import type { GithubSettings } from '../transport/github/open-github.ts';
import type { BotSettings } from './bot-role.ts';
import type { KafkaSettings } from '../transport/eventlog/kafka-settings.ts';
import type { CardinalityLimits } from '../store/cardinality-guard.ts';
import type { LogLevel } from '../logging/logger.ts';

/** The settings of a service: complete, checked, with its secrets. */
export interface ServiceSettings {
  listen: { host: string; port: number };
  logLevel: LogLevel;
  /** The log of builds. */
  events: LogSettings;
  /** The log of webhooks, opened only if there is a bot. */
  deliveries: LogSettings;
  series: ({ kind: 'sqlite'; file: string } | ({ kind: 'influxdb' } & InfluxSettings)) & {
    limits: CardinalityLimits;
  };
  artifacts: {
    directory: string;
    /** It is in the folder of the data, and not there before its first artifact. */
    ownsDirectory?: boolean;
    github?: Omit<ServiceGithub, 'token' | 'app'> & Pick<GithubSettings, 'credentials'>;
    buildkite?: Omit<ServiceBuildkite, 'token'> & { token: string };
  };
  limits: AggregationLimits;
  /** Absent where no bot is set up. */
  bot?: BotAccount;
  dashboard: DashboardSettings;
  graceMs: number;
  /** Notes the builds in work. */
  marksFolder: string;
  /** All of them, so that they can be kept out of logs. */
  secrets: string[];
  /** Settings that are valid, and probably not meant: one line each. */
  warnings: string[];
}

export type LogSettings =
  | { kind: 'sqlite'; file: string }
  /** `group` is the one that aggregates. */
  | { kind: 'kafka'; settings: KafkaSettings; group: string };

/** The readers of what is stored. */
export interface DashboardSettings {
  isEnabled: boolean;
  /** Programs on this machine read it without signing in. */
  local: boolean;
  /** The address for people. */
  url?: string;
  /** A folder for what was worked out. */
  keptIn: string;
  /** People sign in, and see what they can read on GitHub. */
  github?: { clientId: string; clientSecret: string; apiUrl: string; publicUrl: string };
  /** Whom it names in the header, in lower case, sees everything. */
  proxy?: { header: string; addresses: readonly string[] };
}

/** The bot, before this process has its role. */
export type BotAccount = Omit<BotSettings, 'webhooks' | 'report'>;

/** The limits of the aggregation. */
export interface AggregationLimits {
  /** From the first event of a build until it is written without the shards that are missing. */
  deadlineMs: number;
  /** From the last event of a build until the service looks for shards without an event. */
  quietMs: number;
  /** Builds that are fetched and folded at the same time. */
  workers: number;
  /** Events whose builds are not written. Above it the oldest builds are written as they are. */
  maxHeldEvents: number;
  /** Most bytes of stored artifacts in work at the same time. */
  maxBytesInWork: number;
  /** Most bytes of the artifacts of one build; a larger build becomes a dead letter. */
  maxBuildBytes: number;
}
