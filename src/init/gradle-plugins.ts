import { posix } from 'node:path';
import { listFiles, readIfThere } from './repository-files.ts';

export interface JmhModules {
  /** The modules that apply the plugin of JMH. */
  folders: string[];
  /** A plugin of the build itself that applies it, where no module is seen to use that. */
  unapplied?: string;
}

const plugin = String.raw`me\.champeau\.(?:gradle\.)?jmh`;
/** Not the coordinates of its artifact, which a build that makes plugins depends on. */
const namesPlugin = new RegExp(String.raw`${plugin}(?![\w.:-])`);
const makesPlugins = /kotlin-dsl|(?:java|groovy)-gradle-plugin|\bgradlePlugin\b/;
const precompiled = /(?:^|\/)src\/main\/(?:kotlin|groovy)\/(?:.*\/)?([^/]+)\.gradle(?:\.kts)?$/;

/**
 * The modules with benchmarks of JMH, also where a plugin of the build itself (buildSrc, build-logic) applies JMH
 * for them.
 * @param files of builds
 */
export async function findModules(
  directory: string,
  files: readonly string[],
): Promise<JmhModules> {
  const aliases = await listAliases(directory);
  const builds = new Map<string, string>();
  for (const file of files.filter((one) => !one.endsWith('pom.xml'))) {
    builds.set(posix.dirname(file), withoutComments(await read(directory, file)));
  }
  const makers = [...builds].filter(
    ([folder, build]) => posix.basename(folder) === 'buildSrc' || makesPlugins.test(build),
  );
  const conventions = await listConventions(directory, new Map(makers), aliases);
  const folders: string[] = [];
  for (const [folder, build] of builds) {
    if (makers.some(([own]) => own === folder && own !== '.')) continue;
    const isDirect = appliesJmh(build, aliases);
    // A convention may be for modules without benchmarks too.
    const isByConvention = !isDirect && listApplied(build).some((id) => conventions.has(id));
    if (isDirect || (isByConvention && (await hasBenchmarks(directory, folder)))) {
      folders.push(folder);
    }
  }
  const [unapplied] = conventions.values();
  return folders.length > 0 || unapplied === undefined ? { folders } : { folders, unapplied };
}

async function read(directory: string, file: string): Promise<string> {
  return (await readIfThere(directory, file)) ?? '';
}

async function hasBenchmarks(directory: string, folder: string): Promise<boolean> {
  const own = posix.join(directory, folder, 'src/jmh');
  return (await listFiles(own, /\.(java|kt|groovy|scala)$/)).length > 0;
}

/** A build may name a plugin for its modules alone (`apply false`). */
function withoutComments(build: string): string {
  return build
    .replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
    .split('\n')
    .filter((line) => !/\bapply\s*\(?\s*false/.test(line))
    .join('\n');
}

/** By its id, or by an alias of a catalogue of versions. */
function appliesJmh(build: string, aliases: ReadonlySet<string>): boolean {
  if (namesPlugin.test(build)) return true;
  // An accessor has dots where the alias has dashes and underscores.
  return [...build.matchAll(/\balias\s*\(?\s*\w+\.plugins\.([\w.]+)/g)].some(([, name = '']) =>
    aliases.has(name.toLowerCase()),
  );
}

/** The ids of plugins, as `id("…")`, `` `…` ``, `apply plugin: '…'` or `apply(plugin = "…")` name them. */
function listApplied(build: string): string[] {
  const names = /\bid\s*\(?\s*["']([\w.-]+)["']|`([\w.-]+)`|\bplugin\s*[:=]\s*["']([\w.-]+)["']/g;
  return [...build.matchAll(names)].map(([, id, accessor, old]) => id ?? accessor ?? old ?? '');
}

/** Plugins of the build that apply JMH, themselves or by another one: the id to the file. */
async function listConventions(
  directory: string,
  makers: ReadonlyMap<string, string>,
  aliases: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const scripts: { id: string; file: string; text: string }[] = [];
  for (const [folder, build] of makers) {
    const sources = await listFiles(
      posix.join(directory, folder),
      /\.(gradle|kts|kt|java|groovy)$/,
    );
    for (const source of sources) {
      const file = posix.join(folder, source);
      const text = withoutComments(await read(directory, file));
      const [, name] = precompiled.exec(source) ?? [];
      const [, scope] = /^\s*package\s+([\w.]+)/m.exec(text) ?? [];
      if (name !== undefined) {
        scripts.push({ id: scope === undefined ? name : `${scope}.${name}`, file, text });
      } else if (source.includes('src/main/') && namesPlugin.test(text)) {
        const named = posix.basename(source).replace(/\.\w+$/, '');
        known.set(findId(build, named) ?? named, file);
      }
    }
  }
  for (let before = -1; before < known.size;) {
    before = known.size;
    for (const { file, id, text } of scripts) {
      const isOne = appliesJmh(text, aliases) || listApplied(text).some((one) => known.has(one));
      if (isOne) known.set(id, file);
    }
  }
  return known;
}

/** The id under which a build registers the class of a plugin. */
function findId(build: string, name: string): string | undefined {
  const id = String.raw`id\s*=?\s*["']([\w.-]+)["']`;
  const of = String.raw`implementationClass\s*=?\s*["'](?:[\w.]*\.)?${name}["']`;
  const [, first, second] = new RegExp(`${id}[^{}]*${of}|${of}[^{}]*${id}`).exec(build) ?? [];
  return first ?? second;
}

/** The plugin's aliases in catalogues of versions. */
async function listAliases(directory: string): Promise<Set<string>> {
  const inTable = new RegExp(String.raw`^\s*"?([\w.-]+)"?\s*=.*["']${plugin}["':]`, 'gm');
  // With an id in a table of its own: [plugins.jmh].
  const ownTable = new RegExp(
    String.raw`^\s*\[plugins\.([\w-]+)\]\s*\n(?:(?!\[).*\n)*?\s*id\s*=\s*["']${plugin}["']`,
    'gm',
  );
  const inSettings = new RegExp(
    String.raw`\bplugin\s*\(?\s*["']([\w.-]+)["']\s*,\s*["']${plugin}["']`,
    'g',
  );
  const aliases = new Set<string>();
  for (const file of await listFiles(directory, /\.versions\.toml$|^settings\.gradle(\.kts)?$/)) {
    const text = await read(directory, file);
    for (const pattern of file.endsWith('.toml') ? [inTable, ownTable] : [inSettings]) {
      for (const [, alias = ''] of text.matchAll(pattern))
        aliases.add(alias.toLowerCase().replaceAll(/[-_]/g, '.'));
    }
  }
  return aliases;
}
