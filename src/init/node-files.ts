import { chooseFiles } from './choose-files.ts';
import { findToolUsed } from './fixed-time-tools.ts';
import { add, isOfMember, type Place, type Share } from './node-scripts.ts';

/**
 * Programs of Node that look like benchmarks.
 * @param scripts those of benchmarks, which are measured by themselves
 */
export async function inspectFiles(
  { directory, file, folder, isPlugAndPlay, members }: Place,
  scripts: readonly string[] = [],
): Promise<Share> {
  const { files, passedOver } = await chooseFiles(directory, {
    ...{ endings: ['js', 'cjs', 'mjs', 'ts'], scripts },
    ...(folder !== undefined && { within: folder }),
    isOthers: (name) => isOfMember(name, members),
  });
  const share: Share = { benchmarks: [], passedOver };
  for (const name of files) {
    const tool = await findToolUsed(directory, name);
    const isTypeScript = name.endsWith('.ts');
    const loader = isTypeScript && file.dependencies.has('tsx') ? ['--import', 'tsx'] : [];
    const needs = isTypeScript && loader.length === 0 ? '; needs Node 22.18 or newer' : '';
    const because = `the file ${name}${needs}`;
    const node = isPlugAndPlay ? ['yarn', 'node'] : ['node'];
    add(share, { name, command: [...node, ...loader, name], because }, tool, file);
  }
  return share;
}
