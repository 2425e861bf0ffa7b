/** What is tried: the unpatched code against itself, and every planted change. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../src/contract/user-error.ts';

export interface Expectation {
  test: string;
  span: string;
  metrics: string[];
}

export interface Scenario {
  name: string;
  title: string;
  story: string;
  /** Absent: nothing is changed. */
  patchFile?: string;
  /** Series that have to turn red. */
  regresses: Expectation[];
  /** Tests that pass before and have to fail after. */
  failing: string[];
  /** Series that should be found better; reported, not required. */
  improves: Expectation[];
  /** Who is not root gets it only by its name. */
  needsRoot?: boolean;
}

type ManifestEntry = Omit<Scenario, 'patchFile' | 'failing' | 'improves'> &
  Partial<Pick<Scenario, 'failing' | 'improves'>>;

const folder = join(import.meta.dirname, '..', '..', 'examples', 'regressions');

const unchanged: Scenario = {
  name: 'unchanged',
  title: 'The unpatched code against itself',
  story: 'Nothing is changed, so nothing may turn red.',
  regresses: [],
  failing: [],
  improves: [],
};

/** All of them, `unchanged` first. The manifest is ours and tested, so it is not validated here. */
export function listScenarios(): Scenario[] {
  const text = readFileSync(join(folder, 'regressions.json'), 'utf8');
  const planted = (JSON.parse(text) as ManifestEntry[]).map((entry) => ({
    ...entry,
    patchFile: join(folder, `${entry.name}.patch`),
    failing: entry.failing ?? [],
    improves: entry.improves ?? [],
  }));
  return [unchanged, ...planted];
}

/** @throws UserError when a name is not one of theirs */
export function selectScenarios(names: readonly string[] | undefined): Scenario[] {
  const all = listScenarios();
  const hasNetwork = process.getuid?.() === 0 && existsSync('/dev/net/tun');
  if (names === undefined) return all.filter(({ needsRoot }) => hasNetwork || needsRoot !== true);
  const known = all.map(({ name }) => name);
  const stranger = names.find((name) => !known.includes(name));
  if (stranger === undefined) return all.filter(({ name }) => names.includes(name));
  throw new UserError({
    where: '--only',
    seen: `"${stranger}" is not a planted change`,
    expected: `one of ${known.join(', ')}`,
  });
}

/** Whether anything red at all is a false alarm. */
export function mustStayGreen(scenario: Scenario): boolean {
  return scenario.regresses.length === 0 && scenario.failing.length === 0;
}
