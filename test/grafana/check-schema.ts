import { join, resolve } from 'node:path';
import ts from 'typescript';

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
export function checkSchema(files: Readonly<Record<string, string>>): string[] {
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
