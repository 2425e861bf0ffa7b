import type { Problem, Profile, RunRecord, SpanProfile } from '../contract/documents.ts';
import { invert } from '../contract/renames.ts';

export interface RenamedRecords {
  records: RunRecord[];
  problems: Problem[];
}

/**
 * Gives the spans of the side before the names that the change gives them, so that both sides are compared.
 * A former name that the change measures too stays a span of its own: nothing was renamed then.
 */
export function renameSpans(records: readonly RunRecord[]): RenamedRecords {
  const problems: Problem[] = [];
  const renamed = records.map((record): RunRecord => {
    const current = new Map(
      record.tests.flatMap(({ name, renamed: { spans } = {} }) =>
        spans === undefined ? [] : [[name, invert(spans)] as const],
      ),
    );
    if (current.size === 0) return record;
    const { counting, profiles } = record;
    const all = [...profiles, ...(counting?.profiles ?? [])];
    for (const [test, names] of current) {
      const measured = all.filter((one) => one.test === test);
      current.set(test, keepRenamed(test, names, measured, problems));
    }
    const rename = (profile: Profile): Profile =>
      renameIn(profile, current.get(profile.test) ?? none);
    return {
      ...record,
      profiles: profiles.map(rename),
      ...(counting && { counting: { ...counting, profiles: counting.profiles.map(rename) } }),
    };
  });
  return { records: renamed, problems };
}

const none: ReadonlyMap<string, string> = new Map();

/** Former name to the present one, of spans that the side before has under the former name alone. */
function keepRenamed(
  test: string,
  names: ReadonlyMap<string, string>,
  profiles: readonly Profile[],
  problems: Problem[],
): ReadonlyMap<string, string> {
  const [before, after] = (['before', 'after'] as const).map((side) =>
    listSpans(profiles, side),
  ) as [Set<string>, Set<string>];
  const kept = [...names].filter(([was, now]) => {
    if (!after.has(was)) return !before.has(now);
    const message = `perigee.yml calls the span ${JSON.stringify(was)} a former name of ${JSON.stringify(now)}, but the change measures it too: it stays a span of its own. Remove its "was"`;
    problems.push({ code: 'span-not-renamed', message, test });
    return false;
  });
  return new Map(kept);
}

function listSpans(profiles: readonly Profile[], side: Profile['side']): Set<string> {
  const own = profiles.filter((profile) => profile.side === side);
  return new Set(own.flatMap(({ spans }) => spans.map(({ span }) => span)));
}

function renameIn(profile: Profile, names: ReadonlyMap<string, string>): Profile {
  const isNamed = ({ span, parent = '' }: SpanProfile): boolean =>
    names.has(span) || names.has(parent);
  if (!profile.spans.some(isNamed)) return profile;
  const nameNow = (name: string): string => names.get(name) ?? name;
  return {
    ...profile,
    spans: profile.spans.map((one) => ({
      ...one,
      span: nameNow(one.span),
      ...(one.parent === undefined ? {} : { parent: nameNow(one.parent) }),
    })),
  };
}
