import { basename, resolve } from 'node:path';
import {
  schemaFile,
  type RepositoryFindings,
  type StarterTest,
  type ToolchainFindings,
} from './findings.ts';
import { inspectGo } from './inspect-go.ts';
import { inspectNode } from './inspect-node.ts';
import { inspectPython } from './inspect-python.ts';
import { isThere } from './repository-files.ts';

/** More than a first file should have; the reader adds the rest. */
const mostTests = 5;

/** Looks at what a repository holds; reads files, runs nothing. */
export async function inspectRepository(directory: string): Promise<RepositoryFindings> {
  const found: ToolchainFindings[] = [];
  for (const inspect of [inspectNode, inspectPython, inspectGo]) {
    const findings = await inspect(directory);
    if (findings !== undefined) found.push(findings);
  }
  const hasBenchmarks = found.some(({ benchmarks }) => benchmarks.length > 0);
  const chosen = (findings: ToolchainFindings) =>
    hasBenchmarks ? findings.benchmarks : findings.tests;
  const used = found.filter((findings) => chosen(findings).length > 0);
  const named = [...used, ...found].find(({ name }) => name !== undefined);
  return {
    name: named?.name ?? basename(resolve(directory)),
    setup: used.flatMap(({ setup }) => setup),
    tests: withOwnNames(used.flatMap(chosen).slice(0, mostTests)),
    hasBenchmarks,
    hasSchema: await isThere(directory, schemaFile),
  };
}

/** Two toolchains may call their benchmarks the same; a suite may not. */
function withOwnNames(tests: readonly StarterTest[]): StarterTest[] {
  return tests.map((test, i) => {
    const isSecond = tests.slice(0, i).some(({ name }) => name === test.name);
    return isSecond ? { ...test, name: `${test.name} (${i + 1})` } : test;
  });
}
