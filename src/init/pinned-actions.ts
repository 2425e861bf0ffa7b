/** Action → the commit of its release: a tag can be moved to other code. A test holds them to those in .github, which Dependabot keeps fresh. */
const pinned = {
  'actions/checkout': ['de0fac2e4500dabe0009e67214ff5f5447ce83dd', 'v6.0.2'],
  'actions/setup-node': ['395ad3262231945c25e8478fd5baf05154b1d79f', 'v6.1.0'],
  'actions/setup-python': ['83679a892e2d95755f2dac6acb0bfd1e9ac5d548', 'v6.1.0'],
  'actions/setup-go': ['4dc6199c7b1a012772edbd06daecab0f50c9053c', 'v6.1.0'],
  'actions/upload-artifact': ['330a01c490aca151604b8cf639adc76d48f6c5d4', 'v5.0.0'],
  'actions/download-artifact': ['018cc2cf5baa6db3ef3c5f8a56943fffe632ef53', 'v6.0.0'],
  'actions/cache': ['9255dc7a253b0ccc959486e2bca901246202afeb', 'v5.0.1'],
  'oven-sh/setup-bun': ['735343b667d3e6f658f44d0eca948eb6282f2b76', 'v2.0.2'],
} as const;

/** `actions/checkout@de0fac2e… # v6.0.2`, to be put behind `uses: `. @param part a folder of the action, e.g. `restore` */
export function pinAction(name: keyof typeof pinned, part?: string): string {
  const [commit, version] = pinned[name];
  return `${name}${part === undefined ? '' : `/${part}`}@${commit} # ${version}`;
}
