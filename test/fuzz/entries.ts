import { actionEntries } from './entries/action.ts';
import { pluginEntries } from './entries/buildkite-plugin.ts';
import { adapterEntries } from './entries/adapters.ts';
import { artifactEntries } from './entries/artifacts.ts';
import { botEntries } from './entries/bot.ts';
import { documentEntries } from './entries/documents.ts';
import { peopleEntries } from './entries/people.ts';
import { readerEntries } from './entries/readers.ts';
import { renderingEntries } from './entries/rendering.ts';
import { reportEntries } from './entries/reports.ts';
import { seriesEntries } from './entries/series.ts';
import { suiteEntries } from './entries/suite.ts';
import type { Entry } from './entry.ts';

/** Every place of docs/threat-model.md that a function can be called at. */
export const entries: readonly Entry[] = [
  ...suiteEntries,
  ...readerEntries,
  ...documentEntries,
  ...artifactEntries,
  ...botEntries,
  ...peopleEntries,
  ...renderingEntries,
  ...reportEntries,
  ...seriesEntries,
  ...actionEntries,
  ...pluginEntries,
  ...adapterEntries,
];
