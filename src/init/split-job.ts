/** What tells the jobs of one step of a workflow apart: shards, platforms, or both. */

/** How the tests of a suite are split over jobs. */
interface Split {
  judge?: 'report' | 'bot';
  /** Shards on each platform. */
  shards: number;
  platforms?: readonly string[] | undefined;
}

export interface SplitJob {
  /** Behind the name of a job. */
  suffix: string;
  /** Lines of a job. */
  matrix: readonly string[];
  runner: string;
  /** Lines of the action's inputs. */
  inputs: readonly string[];
}

/** Runners of GitHub. Another platform takes one of one's own, which has its name as a label. */
const runners: Readonly<Record<string, string>> = {
  'linux-x64': 'ubuntu-24.04',
  'linux-arm64': 'ubuntu-24.04-arm',
  'darwin-arm64': 'macos-15',
  'darwin-x64': 'macos-15-intel',
};

const number = '${{ matrix.shard }}';
const system = '${{ matrix.os }}';

/** Nothing differs where one job measures everything. */
export function splitJob({ judge, platforms, shards }: Split): SplitJob {
  const numbers = Array.from({ length: shards }, (_, index) => index + 1);
  const inputs = (total: number): string[] => [
    `          shard: ${number}`,
    `          shard-total: ${total}`,
  ];
  if (platforms === undefined) {
    const isSplit = shards > 1 || judge === 'bot';
    return {
      suffix: isSplit ? ` ${number}` : '',
      matrix: isSplit
        ? openMatrix(
            '# As many as shard-total below, and as shards.total in perigee.yml if it is set.',
            `shard: [${numbers.join(', ')}]`,
          )
        : [],
      runner:
        'ubuntu-24.04 # a quieter machine (self-hosted) decides sooner; the same for all shards',
      inputs: isSplit ? inputs(shards) : [],
    };
  }
  const named = platforms.map((platform) => runners[platform] ?? platform);
  if (judge === 'bot') {
    // The app finds a job by the number of its shard among all.
    const all = numbers
      .flatMap(() => platforms)
      .map((platform, index) => {
        return `  - { shard: ${index + 1}, os: ${runners[platform] ?? platform} } # ${platform}`;
      });
    const matrix = openMatrix(
      '# In the order of shards.platforms in perigee.yml.',
      'include:',
      ...all,
    );
    return { suffix: ` ${number}`, matrix, runner: system, inputs: inputs(all.length) };
  }
  const isSplit = shards > 1;
  return {
    suffix: ` on ${system}${isSplit ? `, shard ${number}` : ''}`,
    matrix: openMatrix(
      `os: [${named.join(', ')}] # ${platforms.join(', ')}`,
      ...(isSplit ? [`shard: [${numbers.join(', ')}] # shards.total, on each of them`] : []),
    ),
    runner: system,
    inputs: isSplit ? inputs(shards) : [],
  };
}

function openMatrix(...lines: readonly string[]): string[] {
  return [
    '    strategy:',
    '      fail-fast: false',
    '      matrix:',
    ...lines.map((line) => `        ${line}`),
  ];
}
