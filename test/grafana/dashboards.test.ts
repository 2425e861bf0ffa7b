import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { addressWith } from '../../grafana/src/addresses.ts';
import { linkTo } from '../../src/web/api/page-addresses.ts';
import { replaceVariables } from './interpolate.ts';
import { dashboardNames, readDashboard } from './questions.ts';

/** Of each kind of panel that we use, where Grafana's own package has its options. */
const panelTypes = {
  timeseries: 'timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen',
  table: 'table/panelcfg/x/TablePanelCfg_types.gen',
  histogram: 'histogram/panelcfg/x/HistogramPanelCfg_types.gen',
  xychart: 'xychart/panelcfg/x/XYChartPanelCfg_types.gen',
  stat: 'stat/panelcfg/x/StatPanelCfg_types.gen',
} as const;

/** Grafana has options of a stat, but no fields of its own for it. */
const withoutFields: ReadonlySet<string> = new Set(['stat']);

const imports = Object.entries(panelTypes).map(
  ([type, path]) =>
    `import type * as ${type} from '@grafana/schema/dist/esm/raw/composable/${path}';`,
);
const kinds = Object.keys(panelTypes).map((type) => {
  const fields = withoutFields.has(type) ? 'Record<string, never>' : `${type}.FieldConfig`;
  return `  | (Omit<Panel<object, ${fields}>, 'options'> & { type: '${type}'; options: ${type}.Options })`;
});

const types = `import type { AnnotationQuery, Dashboard, DataQuery, Panel } from '@grafana/schema';
${imports.join('\n')}
// What an enum is in JSON: one of its values.
type Json<T> = 0 extends 1 & T ? T
  : T extends string ? \`\${T}\`
  : T extends readonly (infer Item)[] ? Json<Item>[]
  : T extends object ? { [Key in keyof T]: Json<T[Key]> }
  : T;
type Kinds =
${kinds.join('\n')};
// Each data source has fields of its own.
type Event = AnnotationQuery<DataQuery & Record<string, unknown>>;
export type File = Json<
  Omit<Dashboard, 'panels' | 'annotations'> & { panels: Kinds[]; annotations: { list?: Event[] } }
>;
`;

const folder = resolve('test/grafana');
const typesFile = join(folder, 'schema-of-grafana.ts');

/**
 * Checks JSON against the types of Grafana's schema package with the compiler: a wrong type, a missing field and, as
 * in every literal, a field that does not exist.
 * @returns one line for each fault
 */
function checkSchema(files: Readonly<Record<string, string>>): string[] {
  const texts = new Map([[typesFile, types]]);
  for (const [name, json] of Object.entries(files)) {
    const text = `import type { File } from './schema-of-grafana.ts';\nexport const file: File = ${json};\n`;
    texts.set(join(folder, `${name}.checked.ts`), text);
  }
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.NodeNext, types: [] },
    moduleDetection: ts.ModuleDetectionKind.Force,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, language, ...rest)
      : ts.createSourceFile(name, text, language);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText, start }) => {
    const at = start === undefined ? undefined : file?.getLineAndCharacterOfPosition(start);
    const where = `${file?.fileName.slice(folder.length + 1)}:${(at?.line ?? 0) + 1}`;
    return `${where} ${ts.flattenDiagnosticMessageText(messageText, '\n').slice(0, 600)}`;
  });
}

const read = (name: string): string => readFileSync(`grafana/dashboards/${name}.json`, 'utf8');

test('the files are what grafana/src makes', () => {
  const { status, stderr } = spawnSync('node', ['scripts/generate-dashboards.ts', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('every file fits the types of Grafana’s schema package', () => {
  const files = Object.fromEntries(dashboardNames.map((name) => [name, read(name)]));
  expect(checkSchema(files)).toEqual([]);
});

test('a wrong type, a missing field and a field that does not exist are found', () => {
  const sound = readDashboard('overview');
  const broken = (change: (panel: Record<string, unknown>) => void): string => {
    const copy = structuredClone(sound) as { panels: unknown[] };
    change(copy.panels[0] as Record<string, unknown>);
    return JSON.stringify(copy);
  };
  const faults = checkSchema({
    type: broken((panel) => (panel['title'] = 5)),
    missing: broken((panel) => delete panel['type']),
    unknown: broken((panel) => (panel['colour'] = 'red')),
    options: broken((panel) => (panel['options'] = { colorMode: 'loud' })),
  });
  const files = faults.map((fault) => /^\w+/.exec(fault)?.[0]);
  expect([...new Set(files)].sort()).toEqual(['missing', 'options', 'type', 'unknown']);
});

test('there is a test of every file', () => {
  const files = readdirSync('grafana/dashboards').filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual(dashboardNames.map((name) => `${name}.json`).sort());
});

test('links lead to the pages that there are', () => {
  const choice = {
    repository: 'acme/shop',
    suite: 'a b',
    test: "o'clock",
    span: 'x&y',
    metric: 'm',
  };
  const variables = {
    ...choice,
    ...{ perigee: '', '__value.raw': '17', '__data.fields.repository': choice.repository },
  };
  const { repository, ...rest } = choice;
  const build = { suite: choice.suite, runId: '17' };
  const pairs = [
    [addressWith.home, linkTo.home()],
    [addressWith.overview, linkTo.overview(repository)],
    [addressWith.machines, linkTo.machines(repository)],
    [addressWith.gate, linkTo.gate(repository)],
    [addressWith.series, linkTo.series(repository, rest)],
    [addressWith.oneSeries, linkTo.oneSeries(repository, '17')],
    [
      addressWith.build({ repository: 'repository', suite: 'suite' }),
      linkTo.build(repository, build),
    ],
  ] as const;
  for (const [ours, page] of pairs) {
    const address = new URL(replaceVariables(ours, variables), 'http://perigee');
    const wanted = new URL(page, 'http://perigee');
    expect([address.pathname, ...address.searchParams]).toEqual([
      ...[wanted.pathname, ...wanted.searchParams],
    ]);
  }
});
