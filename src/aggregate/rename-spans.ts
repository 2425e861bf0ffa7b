import type { Problem, Profile, RunRecord, SpanProfile } from '../contract/documents.ts';

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
    const { counting, profiles } = record;
    const all = [...profiles, ...(counting?.profiles ?? [])];
    const current = new Map(
      (record.plan.renamed ?? []).flatMap(({ spans, test }) => {
        const measured = all.filter((one) => one.test === test);
        if (spans === undefined || measured.length === 0) return [];
        return [[test, keepRenamed(test, spans, measured, problems)] as const];
      }),
    );
    if (current.size === 0) return record;
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

/**
 * Former name to the present one, of spans that the side before has under a former name alone. Of several such names
 * the newest counts, which is the first: two spans are not made one.
 */
function keepRenamed(
  test: string,
  spans: Readonly<Record<string, readonly string[]>>,
  profiles: readonly Profile[],
  problems: Problem[],
): ReadonlyMap<string, string> {
  const [before, after] = (['before', 'after'] as const).map((side) =>
    listSpans(profiles, side),
  ) as [Set<string>, Set<string>];
  const addProblem = (message: string): void =>
    void problems.push({ code: 'span-not-renamed', message, test });
  const kept = new Map<string, string>();
  for (const [now, was] of Object.entries(spans)) {
    const left = was.filter((name) => after.has(name));
    for (const name of left) {
      addProblem(
        `perigee.yml calls the span ${JSON.stringify(name)} a former name of ${JSON.stringify(now)}, but the change measures it too: it stays a span of its own. Remove its "was"`,
      );
    }
    if (before.has(now)) continue;
    const former = was.find((name) => before.has(name) && !left.includes(name));
    if (former !== undefined) kept.set(former, now);
    else if (before.size > 0 && after.has(now) && left.length === 0) {
      addProblem(
        `perigee.yml says that the span ${JSON.stringify(now)} was called ${was.map((name) => JSON.stringify(name)).join(' or ')}, and nothing of that name was measured before the change: is it misspelt?`,
      );
    }
  }
  return kept;
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
