import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BuildKey } from '../contract/documents.ts';
import type { Logger } from '../logging/logger.ts';
import type { MetricRegistry } from '../logging/metrics.ts';
import type { SeriesStore } from '../store/series-store.ts';
import type { ArtifactSource } from '../transport/artifacts/artifact-store.ts';
import type { BuildkiteBuilds } from '../transport/buildkite/builds.ts';
import type { GithubClient } from '../transport/github/client.ts';
import type { CiFacts } from '../transport/ci/ci-facts.ts';
import type { Readers } from './readers/readers.ts';
import type { EventQueue } from '../transport/eventlog/event-log.ts';

export interface BotSettings {
  appId: number;
  /** PEM. */
  privateKey: string;
  webhookSecret: string;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  apiUrl: string;
  /** The address at which people reach this service; without it reports link to the CI's run alone. */
  publicUrl?: string;
  /** The address at which people reach the dashboard; without it nothing links there. */
  dashboardUrl?: string;
  /** The consumer groups, in the log of builds and in that of deliveries. */
  groups: { report: string; bot: string };
  /** The ledger: one SQLite file. */
  ledgerFile: string;
  /** The token that Buildkite sends with its webhooks, or signs them with. Without it none are taken. */
  buildkite?: { webhookToken: string };
  /** Takes webhooks. Any number of processes may. */
  webhooks: boolean;
  /** Answers them. One process does. */
  report: boolean;
}

/** The service's gifts to the bot that it runs. */
export interface BotContext {
  settings: BotSettings;
  /** Events of builds: the bot follows `aggregated`, and announces shards without an event. */
  builds: EventQueue;
  /** The deliveries of GitHub. */
  deliveries: EventQueue;
  store: SeriesStore;
  /**
   * @param settled tells apart the states of a build in which nothing is at work; absent in any other. What
   *   was listed in the same state within the hour may be given again, where asking costs much
   * @throws UserError when nothing is configured for this platform
   */
  openArtifacts(
    build: BuildKey,
    platform: 'github' | 'buildkite' | 'directory',
    signal: AbortSignal,
    settled?: string,
  ): ArtifactSource;
  findFacts(
    build: BuildKey,
    platform: 'github' | 'buildkite' | 'directory',
    signal: AbortSignal,
  ): Promise<CiFacts | undefined>;
  /** GitHub for the app. */
  github: GithubClient;
  /** Present if the service has a token for Buildkite. */
  buildkite?: BuildkiteBuilds;
  /** Another process reads strangers' files. */
  readers: Readers;
  logger: Logger;
  metrics: MetricRegistry;
  /** Since 1970. */
  nowMs(): number;
}

export interface BotRole {
  /** @returns false when the address is none of the bot's, and nothing was answered */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Undefined while it gets on; otherwise one line on what stands still. */
  findStandstill(): string | undefined;
  /** One line each on what keeps it from working. */
  listObstacles(): Promise<string[]>;
  /** Resolves when nothing is in work any more, after `stop` was aborted. Rejects when it cannot go on. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** The export `startBot` of the bot's bundle; the service loads it if a bot is configured. */
export type StartBot = (
  context: BotContext,
  signals: { stop: AbortSignal; abandon: AbortSignal },
) => Promise<BotRole>;
