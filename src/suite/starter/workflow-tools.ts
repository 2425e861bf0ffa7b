/** Steps of a workflow that bring what setup and tests call. */

interface Tool {
  /** Last part of the path of the programs that it brings. */
  programs: readonly string[];
  steps: readonly string[];
}

const tools: readonly Tool[] = [
  {
    programs: ['node', 'npm', 'npx', 'pnpm', 'yarn', 'bun'],
    steps: ['      - uses: actions/setup-node@v6', '        with:', '          node-version: 24'],
  },
  {
    programs: ['pnpm', 'yarn'],
    steps: ['      - run: corepack enable # brings the version that package.json names'],
  },
  { programs: ['bun'], steps: ['      - uses: oven-sh/setup-bun@v2'] },
  {
    programs: ['python3', 'python'],
    steps: [
      '      - uses: actions/setup-python@v6',
      '        with:',
      "          python-version: '3.13'",
    ],
  },
  {
    programs: ['go'],
    steps: [
      '      - uses: actions/setup-go@v6',
      '        with:',
      '          go-version-file: go.mod',
    ],
  },
];

/** @param programs as commands name them; those that nothing here brings are passed over */
export function describeToolSteps(programs: readonly string[]): string[] {
  const named = new Set(programs.map((program) => program.split('/').at(-1) ?? program));
  return tools
    .filter((tool) => tool.programs.some((program) => named.has(program)))
    .flatMap(({ steps }) => steps);
}
