import type { KafkaSettings } from '../../transport/events/kafka-settings.ts';
import type { CardinalityLimits } from '../../series/cardinality-guard.ts';
import type { LogLevel } from '../../operations/logger.ts';
import type { AggregationLimits } from '../aggregate/ports.ts';

/** What a service runs by: complete, checked, with its secrets. */
export interface ServiceSettings {
  listen: { host: string; port: number };
  logLevel: LogLevel;
  events:
    | { kind: 'sqlite'; file: string; leaseMs: number }
    | { kind: 'kafka'; settings: KafkaSettings; group: string };
  series: ({ kind: 'sqlite'; file: string } | InfluxSettings) & { limits: CardinalityLimits };
  artifacts: {
    directory: string;
    github?: GithubSettings;
    buildkite?: BuildkiteSettings;
  };
  limits: AggregationLimits;
  graceMs: number;
  /** All of them, so that they can be kept out of logs. */
  secrets: string[];
}

export interface InfluxSettings {
  kind: 'influxdb';
  url: string;
  organisation: string;
  bucket: string;
  token: string;
}

export interface GithubSettings {
  apiUrl?: string;
  credentials: { token: string } | { appId: string; privateKey: string };
  releaseBranches?: string[];
}

export interface BuildkiteSettings {
  apiUrl?: string;
  token: string;
  releaseBranches?: string[];
}
