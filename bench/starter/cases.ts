import type { PublishedPackage } from './fetch-package.ts';

/** Published packages, and in each a function made three times slower. */
export interface Case extends PublishedPackage {
  /** Its benchmarks, where it publishes none. */
  add?: Readonly<Record<string, string>>;
  slower: { file: string; find: string; replace: string };
  /** The test of the written suite that calls the function. */
  test: string;
}

export const cases: readonly Case[] = [
  {
    registry: 'go',
    name: 'github.com/google/btree',
    version: 'v1.1.3',
    slower: {
      file: 'btree_generic.go',
      find: 'func (t *BTreeG[T]) Get(key T) (_ T, _ bool) {',
      replace: `func (t *BTreeG[T]) Get(key T) (T, bool) {
	t.getOnce(key)
	t.getOnce(key)
	return t.getOnce(key)
}

func (t *BTreeG[T]) getOnce(key T) (_ T, _ bool) {`,
    },
    test: 'BenchmarkGetCloneEachTimeG',
  },
  {
    registry: 'go',
    name: 'github.com/BurntSushi/toml',
    version: 'v1.4.0',
    slower: {
      file: 'meta.go',
      find: 'func (k Key) String() string {',
      replace: `func (k Key) String() string {
	k.stringOnce()
	k.stringOnce()
	return k.stringOnce()
}

func (k Key) stringOnce() string {`,
    },
    test: 'BenchmarkKey',
  },
  {
    registry: 'npm',
    name: 'mqtt-packet',
    version: '9.0.2',
    slower: {
      file: 'generate.js',
      find: '  writeToStream(packet, stream, opts)\n',
      replace: `  for (let i = 0; i < 2; i++) writeToStream(packet, new Accumulator(), opts)
  writeToStream(packet, stream, opts)
`,
    },
    test: 'benchmarks/generate.js',
  },
  {
    registry: 'npm',
    name: 'fastq',
    version: '1.20.3',
    add: {
      'bench/push.js': `const queue = require('..')((n, done) => done(null, n), 1)
for (let i = 0; i < 4e6; i++) queue.push(i, () => {})
`,
    },
    slower: {
      file: 'queue.js',
      find: 'module.exports = fastqueue',
      replace: `module.exports = (worker, ...more) => {
  const queue = fastqueue(worker, ...more)
  const { push } = queue
  queue.push = (...given) => { for (let i = 0; i < 3; i++) push(...given) }
  return queue
}`,
    },
    test: 'bench/push.js',
  },
  {
    registry: 'pypi',
    name: 'sortedcontainers',
    version: '2.4.0',
    add: {
      'bench/search.py': `from sortedcontainers import SortedList
values = SortedList(range(100_000))
for i in range(600_000):
    values.bisect_left(i % 100_000)
`,
    },
    slower: {
      file: 'sortedcontainers/sortedlist.py',
      find: '    def bisect_left(self, value):\n        """Return an index to insert `value` in the sorted list.\n',
      replace: `    def bisect_left(self, value):
        self.bisect_left_once(value)
        self.bisect_left_once(value)
        return self.bisect_left_once(value)

    def bisect_left_once(self, value):
        """Return an index to insert \`value\` in the sorted list.
`,
    },
    test: 'bench/search.py',
  },
  {
    registry: 'pypi',
    name: 'mistune',
    version: '3.4.0',
    slower: {
      file: 'src/mistune/inline_parser.py',
      find: '        state = self.state_cls(env)\n        state.src = s\n        return self.render(state)\n',
      replace: `        for _ in range(3):
            state = self.state_cls(env)
            state.src = s
            tokens = self.render(state)
        return tokens
`,
    },
    test: 'benchmark/bench.py',
  },
];
