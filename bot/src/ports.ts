import type { BotContext } from '../../src/settings/bot-role.ts';
import type { GithubSide } from './github/open-github-side.ts';
import type { Ledger, RunKey } from './ledger/ledger.ts';
import type { SeriesOfBuild } from './pages/link-series.ts';

/** The world as a look at one subject sees it. */
export interface LookPorts extends Pick<
  BotContext,
  'openArtifacts' | 'buildkite' | 'readers' | 'logger' | 'nowMs'
> {
  github: GithubSide;
  /** Whether webhooks of Buildkite are taken. */
  hearsOfBuilds: boolean;
  ledger: Ledger;
  /** Takes the events of unannounced shards. */
  builds: Pick<BotContext['builds'], 'log'>;
  store: Pick<BotContext['store'], 'readLast' | 'readBuild' | 'listSpans'>;
  /** Address of the page with every series of a build; undefined if people cannot reach this service. */
  pageUrl(key: RunKey): string | undefined;
  /** Address of a series on the dashboard, with what a build of it measured; undefined without a dashboard. */
  seriesUrl(series: SeriesOfBuild): string | undefined;
}
