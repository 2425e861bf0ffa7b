import { posix } from 'node:path';
import type { InspectToolchain, PassedOver, StarterCommand, StarterTest } from './findings.ts';
import { isIgnoredByGit, isThere, listFiles, readIfThere } from './repository-files.ts';

/** A tool by the text of a benchmark, the adapter that reads it, and options that make it short. */
const tools: readonly {
  sign: RegExp;
  /** Absent for a program that marks its own spans. */
  format?: string;
  name: string;
  options?: readonly string[];
  /** In place of these, where the version takes parts of a second. */
  shorter?: readonly string[];
}[] = [
  {
    ...{ sign: /\bcriterion(?:2|_main)?\b|\bcodspeed_criterion_compat\b/, format: 'criterion' },
    name: 'Criterion',
    // Perigee repeats, so Criterion may be short, and its interval coarse.
    options: [...timesOfCriterion('1', '1'), '--nresamples', '1001'],
    // Of 20 samples a benchmark of 50 ms takes a second, of its usual 100 five.
    shorter: [...timesOfCriterion('0.1', '0.3'), '--nresamples', '1001', '--sample-size', '20'],
  },
  { sign: /\bdivan\b/, format: 'divan', name: 'divan', options: ['--max-time', '0.5'] },
  { sign: /\b(iai_callgrind|gungraun)\b/, format: 'iai-callgrind', name: 'Callgrind' },
  { sign: /\bperigee::/, name: 'its spans' },
];

function timesOfCriterion(warmUp: string, measurement: string): string[] {
  return ['--noplot', '--warm-up-time', warmUp, '--measurement-time', measurement];
}

const lockFile = 'Cargo.lock';

interface CargoPackage {
  /** From the root of the repository. */
  folder: string;
  name?: string;
  /** Of its Cargo.toml. */
  text: string;
  benches: CargoBench[];
}

interface CargoBench {
  name: string;
  /** From the root of the repository. */
  path: string;
  features: string[];
}

/** The benchmarks of the packages of a repository of Rust: each file of benchmarks is a test. */
export const inspectRust: InspectToolchain = async (directory, ports) => {
  const files = await listFiles(directory, /^Cargo\.toml$/);
  if (files.length === 0) return undefined;
  const benchmarks: StarterTest[] = [];
  const passedOver: PassedOver[] = [];
  const used = new Map<string, string[]>();
  const packages = await Promise.all(files.map((file) => readPackage(directory, file)));
  const ofWorkspace = packages.find(({ folder }) => folder === '.')?.text ?? '';
  for (const { folder, text: own, benches } of packages) {
    const isShort = takesParts(own) ?? takesParts(ofWorkspace) ?? false;
    for (const bench of benches) {
      const text = (await readIfThere(directory, bench.path)) ?? '';
      const tool = tools.find(({ sign }) => sign.test(text));
      const found = tool ?? readLibtest(text);
      if ('why' in found) {
        passedOver.push({ what: bench.path, why: found.why });
        continue;
      }
      const features = bench.features.length > 0 ? ['--features', bench.features.join(',')] : [];
      const target = ['--bench', bench.name, ...features];
      used.set(folder, [...(used.get(folder) ?? []), ...target]);
      benchmarks.push({
        name: folder === '.' ? bench.name : `${folder} ${bench.name}`,
        ...(folder === '.' ? {} : { directory: folder }),
        command: [
          'cargo',
          'bench',
          '--quiet',
          ...target,
          ...writeOptions((isShort ? found.shorter : undefined) ?? found.options),
        ],
        because: `${bench.path}; Perigee judges ${found.format === undefined ? found.name : `the numbers of ${found.name}`}`,
        ...(found.format !== undefined && { results: { format: found.format }, isTimed: true }),
      });
    }
  }
  const name = packages.find(({ folder }) => folder === '.')?.name;
  const setup: StarterCommand[] = [];
  for (const [folder, targets] of used) {
    const locked = findWorkspace(folder, packages);
    const file = posix.join(locked, lockFile);
    const isLocked =
      (await isThere(directory, file)) && !(await isIgnoredByGit(directory, file, ports));
    const lock = ['cargo', 'generate-lockfile', ...atFolder(locked)].join(' ');
    setup.push({
      command: ['cargo', 'bench', '--no-run', ...atFolder(folder), ...targets],
      because: isLocked
        ? 'compiles once, before anything is measured'
        : `compiles once; git has no ${file}: the sides may get different versions`,
      ...(!isLocked && {
        unlocked: `run \`${lock}\`, and commit ${file} (with \`git add --force\` where git ignores it)`,
      }),
    });
  }
  return { ...(name && { name }), setup, benchmarks, passedOver };
};

/** The folder that has the lock file of a package: that of the workspace above it which does not exclude it. */
function findWorkspace(folder: string, packages: readonly CargoPackage[]): string {
  const above = packages.filter((one) => {
    const inside = posix.relative(one.folder, folder);
    const workspace = splitSections(one.text).find(({ title }) => title === '[workspace]')?.body;
    if (workspace === undefined || inside.startsWith('..')) return false;
    const excluded = readTexts(workspace, 'exclude');
    return !excluded.some((path) => `${inside}/`.startsWith(`${posix.join(path, '.')}/`));
  });
  return above.at(-1)?.folder ?? folder;
}

/** Criterion takes parts of a second from 0.5 on, as do those in its place; undefined where no version is named. */
function takesParts(text: string): boolean | undefined {
  const declared = splitSections(text).flatMap(({ title, body }) => {
    if (/dependencies\.criterion\d?\]$/.test(title)) return readText(body, 'version') ?? [];
    if (!/dependencies\]$/.test(title)) return [];
    const ofLine = /^\s*criterion\d?\s*=\s*(?:\{.*?\bversion\s*=\s*)?["']([^"'\n]+)["']/m.exec(
      body,
    );
    return ofLine?.[1] ?? [];
  });
  const [, major, minor = '0'] = /^[\^~=\s]*(\d+)(?:\.(\d+))?/.exec(declared[0] ?? '') ?? [];
  return major === undefined ? undefined : Number(major) > 0 || Number(minor) >= 5;
}

function atFolder(folder: string): string[] {
  return folder === '.' ? [] : ['--manifest-path', `${folder}/Cargo.toml`];
}

function writeOptions(options: readonly string[] = []): string[] {
  return options.length === 0 ? [] : ['--', ...options];
}

function readLibtest(text: string): (typeof tools)[number] | { why: string } {
  if (/#!\[feature\(test\)\]/.test(text)) {
    return { sign: /./, format: 'libtest', name: "Rust's #[bench]" };
  }
  return {
    why: 'its tool is none that Perigee reads: write a program of fixed work, e.g. examples/upload.rs; in setup [cargo, build, --release, --example, upload]; the test is [target/release/examples/upload]',
  };
}

async function readPackage(directory: string, file: string): Promise<CargoPackage> {
  const folder = posix.dirname(file);
  const text = (await readIfThere(directory, file)) ?? '';
  const sections = splitSections(text);
  const own = sections.find(({ title }) => title === '[package]')?.body ?? '';
  const declared = sections.filter(({ title }) => title === '[[bench]]').map(({ body }) => body);
  const benches = declared.flatMap((body): CargoBench[] => {
    const name = readText(body, 'name');
    if (name === undefined) return [];
    const path = posix.join(folder, readText(body, 'path') ?? `benches/${name}.rs`);
    return [{ name, path, features: readTexts(body, 'required-features') }];
  });
  if (!/^\s*autobenches\s*=\s*false/m.test(own)) {
    for (const path of await listFiles(directory, /\.rs$/)) {
      const [, name] = new RegExp('^benches/([\\w-]+)(?:/main)?\\.rs$').exec(
        posix.relative(folder, path),
      ) ?? [undefined, undefined];
      const isKnown = benches.some((one) => one.path === path || one.name === name);
      if (name !== undefined && !isKnown) benches.push({ name, path, features: [] });
    }
  }
  const name = readText(own, 'name');
  return { folder, text, ...(name !== undefined && { name }), benches };
}

/** The tables of a file of TOML by their titles: enough for what cargo writes and people keep to. */
function splitSections(text: string): { title: string; body: string }[] {
  const parts = text.split(/^[ \t]*(\[\[?[^\]\n]+\]\]?)[ \t]*(?:#.*)?$/m);
  return parts.flatMap((title, i) =>
    i % 2 === 1 ? [{ title: title.replaceAll(/\s/g, ''), body: parts[i + 1] ?? '' }] : [],
  );
}

function readText(body: string, key: string): string | undefined {
  return new RegExp(`^\\s*${key}\\s*=\\s*["']([^"'\\n]+)["']`, 'm').exec(body)?.[1];
}

function readTexts(body: string, key: string): string[] {
  const list = new RegExp(`^\\s*${key}\\s*=\\s*\\[([^\\]]*)\\]`, 'm').exec(body)?.[1] ?? '';
  return [...list.matchAll(/["']([^"'\n]+)["']/g)].map(([, one = '']) => one);
}
