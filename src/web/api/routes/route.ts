import type { Alert } from '../../../contract/alerts.ts';
import type { SuiteBudget } from '../../../contract/suite.ts';
import type { StoredBuild } from '../../../store/series-point.ts';
import type { StoreReader } from '../../../store/series-store.ts';
import type { BuildSummary } from '../answers.ts';
import type { KnownVerdict } from '../compare-sides.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { Given } from '../http/read-request.ts';
import type { Digests } from '../history/keep-digests.ts';
import type { Catalogue, ListedSeries } from '../repository/catalogue.ts';

/** The sources of a repository's routes. */
export interface RouteContext {
  reader: StoreReader;
  catalogue: Catalogue;
  digests: Digests;
  given: Given;
  describeBuild(this: void, build: StoredBuild): BuildSummary;
  /** What its verdict was and named first, where that is known. */
  verdictOf(this: void, build: StoredBuild): KnownVerdict;
  /** Undefined where they were not read. */
  listBudgets(this: void): SuiteBudget[] | undefined;
  listAlerts(this: void): Alert[];
  /** A bot keeps a record of its gate. */
  hasGate(this: void): boolean;
}

/** @throws ApiProblem when the repository has no such series */
export function findSeries({ catalogue, given }: RouteContext): ListedSeries {
  const asked = String(given['series']);
  const found = catalogue.series.get(catalogue.formerIds.get(asked) ?? asked);
  if (found !== undefined) return found;
  throw new ApiProblem(404, 'The repository has no series with this id. List its series for ids.');
}
