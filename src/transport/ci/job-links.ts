export interface JobPage {
  name: string;
  url: string | undefined;
  hasFailed: boolean;
}

/** As many as a build's document holds. */
const mostLinks = 50;
const longestName = 100;

/**
 * The page of a build and those of its jobs, the jobs that failed first. What jobs are called is chosen by
 * who wrote the workflow: a name that is there already gets a number.
 */
export function linkJobs(
  build: string | undefined,
  jobs: readonly JobPage[],
): Record<string, string> {
  const links = new Map<string, string>();
  if (build !== undefined) links.set('build', build);
  const failed = jobs.filter(({ hasFailed }) => hasFailed);
  const others = jobs.filter(({ hasFailed }) => !hasFailed);
  for (const { name, url } of [...failed, ...others]) {
    if (links.size === mostLinks) break;
    if (url !== undefined) links.set(findName(`log of ${name}`, links), url);
  }
  return Object.fromEntries(links);
}

function findName(wanted: string, taken: ReadonlyMap<string, string>): string {
  const name = wanted.slice(0, longestName);
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const ending = ` (${number})`;
    const numbered = `${name.slice(0, longestName - ending.length)}${ending}`;
    if (!taken.has(numbered)) return numbered;
  }
}
