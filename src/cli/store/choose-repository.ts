import { listSome } from '../../contract/count-things.ts';
import { UserError } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import type { StoredSpan } from '../../store/series-point.ts';
import type { StoreReader } from '../../store/series-store.ts';
import { suggestName } from '../../suite/nearest-name.ts';
import { askForRepository, findOrigin } from '../name-repository.ts';
import { contentsOfStore } from './with-reader.ts';

export interface StoredRepository {
  repository: string;
  /** Spans of all its suites, or of the requested one; at least one. */
  spans: StoredSpan[];
}

/**
 * The repository that was asked for, or the one that the user stands in, or the only one that the store has.
 * @throws UserError that says which there are, when the store has nothing of it
 */
export async function openRepository(
  reader: StoreReader,
  asked: string | undefined,
  suite?: string,
): Promise<StoredRepository> {
  const repository = asked ?? findOrigin(process.cwd()) ?? (await findOnly(reader));
  const spans = await reader.listSpans(repository, suite);
  if (spans.length > 0) return { repository, spans };
  const suites =
    suite === undefined ? [] : (await reader.listSpans(repository)).map((s) => s.suite);
  if (suite !== undefined && suites.length > 0) {
    throw refuse(reader, `no suite ${quote(suite)} of ${makePlain(repository)}`, suite, suites);
  }
  const source = asked === undefined ? ' (what `origin` says)' : '';
  const known = await reader.listRepositories();
  throw refuse(reader, `nothing of ${quote(repository)}${source}`, repository, known);
}

async function findOnly(reader: StoreReader): Promise<string> {
  const known = await reader.listRepositories();
  const [only] = known;
  if (only === undefined) throw refuseEmpty(reader);
  if (known.length === 1) return only;
  throw new UserError({
    seen: 'no repository is named, and there is no remote `origin` here',
    expected: formatKnown(known),
    remedy: 'name it: perigee store ls owner/name, or --repository owner/name of the others',
  });
}

/** Something that the store does not have: what it has, and what was probably meant. */
export function refuse(
  reader: StoreReader,
  what: string,
  asked: string,
  known: readonly string[],
): UserError {
  if (known.length === 0) return refuseEmpty(reader);
  const names = [...new Set(known)];
  const remedy = suggestName(asked, names);
  return new UserError({
    where: makePlain(reader.name),
    seen: `it has ${what}`,
    expected: formatKnown(names),
    remedy,
  });
}

function refuseEmpty(reader: StoreReader): UserError {
  return new UserError({
    where: makePlain(reader.name),
    seen: 'it is empty: nothing was stored yet',
    also: [contentsOfStore],
    expected: 'a build that the service has put together',
    remedy: `see what waits with \`perigee queue ls\`; \`perigee publish${askForRepository(process.cwd())}\` hands a run of this machine to the service`,
  });
}

function formatKnown(known: readonly string[]): string {
  return `one of ${listSome(known.map(makePlain), 10)}`;
}

export function quote(text: string): string {
  return JSON.stringify(makePlain(text.slice(0, 200)));
}
