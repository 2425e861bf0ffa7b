/** What `live-aa` measures: published packages, and small programs of languages whose start takes long or not. */
const text =
  "const text = '# A *note*\\n\\n- with `code`, [a link](https://example.org)\\n\\n'.repeat(40);";

/** A module in which `round` is one piece of work, by its language and the package that it needs. */
const works: Readonly<Record<string, string>> = {
  'node semver@7.7.2': `import semver from 'semver'; export const round = () => { for (let i = 0; i < 40; i += 1) semver.satisfies(\`1.\${i}.3\`, '>=1.2.0 <1.300.0 || ^2.1.0'); };`,
  'node picomatch@4.0.2': `import picomatch from 'picomatch'; export const round = () => { for (let i = 0; i < 10; i += 1) picomatch(\`src/**/{a,b\${i}}/*.[jt]s\`)('src/deep/b7/file.ts'); };`,
  'node fast-uri@3.0.6': `import uri from 'fast-uri'; export const round = () => { for (let i = 0; i < 50; i += 1) uri.resolve('https://example.org/a/b/c?d=e', \`../x/\${i}/./y\`); };`,
  'node yaml@2.8.1': `import { parse } from 'yaml';
const text = 'tests:\\n' + '  - { name: one, command: [node, work.mjs], timeout: 5m }\\n'.repeat(30); export const round = () => parse(text);`,
  'node ajv@8.17.1': `import { Ajv } from 'ajv'; export const round = () => new Ajv().compile({ type: 'object', required: ['a'], properties: { a: { type: 'array', items: { type: 'string', maxLength: 9 } }, b: { enum: [1, 2, 3] } } })({ a: ['b'] });`,
  'node micromark@4.0.2': `import { micromark } from 'micromark';
${text}
export const round = () => micromark(text);`,
  'node marked@15.0.12': `import { marked } from 'marked';
${text}
export const round = () => marked.parse(text);`,
  'node lru-cache@11.1.0': `import { LRUCache } from 'lru-cache'; export const round = () => { const cache = new LRUCache({ max: 500 }); for (let i = 0; i < 5000; i += 1) cache.set((i * 7919) % 1000, i); };`,
  'node simple-statistics@7.8.8': `import { quantile } from 'simple-statistics';
const values = Array.from({ length: 4000 }, (_, i) => (i * 7919) % 4001); export const round = () => quantile(values, 0.95);`,
  'node mqtt-packet@9.0.2': `import mqtt from 'mqtt-packet';
const packet = { cmd: 'publish', topic: 'a/b', payload: 'x'.repeat(200), qos: 1, messageId: 7 }; export const round = () => { const parser = mqtt.parser(); for (let i = 0; i < 100; i += 1) parser.parse(mqtt.generate(packet)); };`,
  'python tomli@2.0.1': `import tomli; text = '[a]\\nb = [1, 2.5, "c"]\\n[[d]]\\ne = { f = 1979-05-27, g = true }\\n' + '[[d]]\\nh = 1\\n' * 20
def round(): tomli.loads(text)`,
  'python msgpack@1.1.0': `from msgpack.fallback import Packer, unpackb; value = [{'id': i, 'name': 'n' * i, 'tags': [True, None, i / 3]} for i in range(12)]
def round(): unpackb(Packer().pack(value))`,
  'python jsonschema@4.23.0': `from jsonschema import Draft202012Validator; check = Draft202012Validator({'properties': {'a': {'items': {'type': 'string', 'maxLength': 9}}}, 'required': ['a']})
def round(): check.validate({'a': ['b', 'c', 'd']})`,
  'c strtod@': `#include "stdio.h"
#include "stdlib.h"
static void one_round() { char text[64]; for (int i = 0; i < 200; i++) { snprintf(text, 64, "%d.%d", i, i * 7); volatile double d = strtod(text, 0); (void)d; } }`,
  'rust BTreeMap@': `use std::collections::BTreeMap as Map;`,
  'rust HashMap@': `use std::collections::HashMap as Map;`,
};
const rust = `pub fn round() { let mut map = Map::new(); for i in 0..1000u64 { map.insert(std::hint::black_box(i * 7919 % 1009), i); } std::hint::black_box(map); }`;

/** How a hundred rounds and some PERCENT run, in a span where the start of the program is most of it. */
const languages = {
  node: {
    ...{ file: 'work.mjs', main: 'run.mjs', command: ['node', 'run.mjs'] },
    prepare: 'test -e node_modules || npm install --no-audit --no-fund --silent NAME@VERSION',
    code: `import { round } from './work.mjs';
const { profile } = await import(\`\${process.env.PERIGEE_HOME}/dist/sdk.js\`);
profile('rounds', () => { for (let done = 0; done < 100 + PERCENT; done += 1) round(); });`,
  },
  python: {
    ...{ file: 'work.py', main: 'run.py', command: ['python3', 'run.py'] },
    prepare: 'test -e lib || pip install --quiet --target lib NAME==VERSION',
    code: `import os, sys; sys.path[:0] = [os.environ['PERIGEE_HOME'] + '/sdk/python', 'lib']
from perigee import profile; from work import round
with profile('rounds'):
    for _ in range(100 + PERCENT): round()`,
  },
  c: {
    ...{ file: 'work.h', main: 'main.c', command: ['./work'] },
    prepare: 'cc -O2 -o work main.c',
    code: '#include "work.h"\nint main() { for (int i = 0; i < 100 + PERCENT; i++) one_round(); }',
  },
  rust: {
    ...{ file: 'work.rs', main: 'main.rs', command: ['./main'] },
    prepare: 'rustc -O main.rs',
    code: 'mod work;\nfn main() { for _ in 0..100 + PERCENT { work::round(); } }',
  },
} as const;

export const programs = Object.entries(works).map(([key, work]) => {
  const [language, name, version] = key.split(/[ @]/) as [keyof typeof languages, string, string];
  return { language, name, version, work: language === 'rust' ? `${work}\n${rust}` : work };
});

/** Ten whose instructions are counted. */
export const countable = ['semver', 'picomatch', 'fast-uri', 'yaml'].concat(
  programs.filter(({ language }) => language !== 'node').map(({ name }) => name),
);

/** The files of a program that is counted, and the command that makes the rest. */
export function describeCounted({ language, name, version, work }: (typeof programs)[number]) {
  const { code, command, file, main, prepare } = languages[language];
  const test = `{ name: rounds, measure: [instructions], command: [${command.join(', ')}] }`;
  const suite = `version: 1\nsuite: counted\ntests: [${test}]\n`;
  return {
    filesWith: (percent: string) =>
      Object.entries({
        [file]: work,
        'perigee.yml': suite,
        [main]: code.replace('PERCENT', percent),
      }),
    prepare: prepare.replace('NAME', name).replace('VERSION', version),
  };
}
