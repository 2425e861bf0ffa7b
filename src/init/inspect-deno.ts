import type { InspectToolchain } from './findings.ts';
import { hasFile, isThere } from './repository-files.ts';

const ownFiles = ['deno.json', 'deno.jsonc'];
/** `deno bench` runs these by default. */
const benchFiles = /(^|[_.])bench\.[cm]?[jt]sx?$/;

/** The benchmarks of `deno bench`; undefined in a repository that Deno does not run. */
export const inspectDeno: InspectToolchain = async (directory) => {
  const there = await Promise.all(ownFiles.map((file) => isThere(directory, file)));
  if (!there.includes(true) || !(await hasFile(directory, benchFiles))) return undefined;
  const setup = [{ command: ['deno', 'install'], because: 'what deno.json lists' }];
  const test = {
    name: 'deno bench',
    command: ['deno', 'bench', '--json'],
    because: 'all benchmarks that deno bench finds; Perigee judges the numbers of Deno',
    results: { format: 'deno' },
    isTimed: true as const,
  };
  return { setup, benchmarks: [test], passedOver: [] };
};
