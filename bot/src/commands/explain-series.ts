import type { SeriesVerdict } from '../../../src/contract/documents.ts';
import { seriesKey, spanKey } from '../../../src/contract/series-key.ts';
import type { ViewFate } from '../../../src/report/pull-request/view.ts';
import { renderExplanation } from '../../../src/report/pull-request/render-explanation.ts';
import { viewAccept } from '../reconcile/view-judgement.ts';
import type { JudgedSeries } from '../state/gate-facts.ts';
import type { Answer, Asked, CommandPorts } from './answer.ts';
import { listSeries, showName } from './answer-words.ts';
import type { NamedSeries } from './command.ts';
import { judgeSituation, type JudgedSituation } from './judge-situation.ts';
import { matchSeries } from './match-series.ts';
import { readSituation } from './read-situation.ts';

const mostExplained = 3;
/** Of a comment, less the command that is quoted and what is said around. */
const longestBytes = 60_000;

/** The evidence of a series in words, as the newest attempts have it; of several the worst. */
export async function explainSeries(
  ports: CommandPorts,
  { repository, number }: Asked,
  what: 'all' | NamedSeries,
): Promise<Answer> {
  const situation = await readSituation(ports, { kind: 'pull-request', repository, number });
  const nowMs = ports.nowMs();
  const judged =
    situation && judgeSituation(situation, ports.ledger.listAccepts(repository.id, nowMs), nowMs);
  if (judged === undefined) return { text: 'The newest commit has no verdict yet.' };
  const found = choose(what, judged);
  if (typeof found === 'string') return { text: found };
  const shown = found.slice(0, mostExplained);
  const texts: string[] = [];
  let bytes = 0;
  for (const series of shown) {
    const text = explain(series, judged);
    bytes += Buffer.byteLength(text);
    if (bytes > longestBytes) break;
    texts.push(text);
  }
  const others = found.slice(texts.length);
  if (others.length > 0) texts.push(`Not explained here:\n\n${listSeries(others)}`);
  return { text: texts.join('\n\n') };
}

function choose(what: 'all' | NamedSeries, judged: JudgedSituation): SeriesVerdict[] | string {
  const { red, verdict } = judged;
  if (what === 'all') {
    if (red.length > 0) return red;
    return 'No series is past a threshold that blocks. Name one: `/perigee explain <test>/<span>/<metric>`';
  }
  const matched = matchSeries(what, verdict.series);
  switch (matched.kind) {
    case 'found':
      return matched.series;
    case 'ambiguous':
      return `${showName(matched.name)} can be several of them:\n\n${listSeries(matched.series)}`;
    case 'none': {
      const known = verdict.series.length === 0 ? '' : `\n\n${listSeries(verdict.series)}`;
      return `There is no series ${showName(matched.name)} here. Those that there are, the worst first:${known}`;
    }
  }
}

function explain(series: SeriesVerdict, { judged, verdict }: JudgedSituation): string {
  const own = judged.get(seriesKey(series));
  const evidence = verdict.spans.find((one) => spanKey(one) === spanKey(series));
  const accept = own?.accept ?? own?.outgrown;
  return renderExplanation(series, {
    metrics: verdict.metrics,
    ...(evidence === undefined ? {} : { evidence }),
    ...(own === undefined ? {} : { fate: viewFate(own) }),
    ...(accept === undefined ? {} : { accept: viewAccept(accept) }),
  });
}

function viewFate({ accept, fate, outgrown, said }: JudgedSeries): ViewFate {
  return {
    ...{ fate, said },
    ...(accept === undefined ? {} : { acceptId: accept.id }),
    ...(outgrown === undefined ? {} : { outgrownAcceptId: outgrown.id }),
  };
}
