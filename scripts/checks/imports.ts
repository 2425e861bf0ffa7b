import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listTrackedFiles, root } from './tracked-files.ts';

export interface Violation {
  rule: string;
  from: string;
  to: string;
  because: string;
}

export interface Cruise {
  /** Files of ours that were read, relative to the folder. */
  modules: string[];
  violations: Violation[];
}

interface Report {
  modules: { source: string }[];
  summary: {
    violations: { from: string; to: string; rule: { name: string } }[];
    ruleSetUsed: { forbidden: { name: string; comment: string }[] };
  };
}

const sources = [
  ...['src', 'bin', 'test', 'scripts', 'bench', 'grafana'],
  ...['action/src', 'bot/src', 'buildkite-plugin/src'],
];

export async function checkImports(): Promise<string> {
  const { modules, violations } = await cruise(root);
  const onDisk = listTrackedFiles().filter(isModule);
  const missed = listMissed(onDisk, modules);
  if (missed.length > 0) {
    throw new Error(
      `${missed.length} of ${onDisk.length} modules were not read, ${missed[0]} among them\n` +
        'expected: all; does dependency-cruiser support this version of TypeScript?',
    );
  }
  if (violations.length > 0) {
    const list = violations.map((v) => `${v.from} → ${v.to}: ${v.rule}\n  ${v.because}`);
    throw new Error(list.join('\n'));
  }
  return `${modules.length} modules`;
}

/** Whether the cruiser has to read a file: each of ours in the folders that the rules are about. */
export function isModule(file: string): boolean {
  return /\.(ts|mjs)$/.test(file) && sources.some((folder) => file.startsWith(`${folder}/`));
}

/** With a TypeScript that it does not know the cruiser reads nothing, and finds nothing wrong. */
export function listMissed(onDisk: readonly string[], read: readonly string[]): string[] {
  const seen = new Set(read);
  const missed = onDisk.filter((file) => !seen.has(file));
  return onDisk.length === 0 ? ['every module'] : missed;
}

/** Judges a folder by the import rule, `.dependency-cruiser.mjs` of the repository. */
export async function cruise(folder: string): Promise<Cruise> {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const there = sources.filter((name) => existsSync(join(folder, name)));
  const config = join(root, '.dependency-cruiser.mjs');
  const args = [program, '--config', config, '--output-type', 'json', ...there];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    maxBuffer: 1 << 28,
  });
  const report = JSON.parse(stdout) as Report;
  const reasons = new Map(
    report.summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment]),
  );
  return {
    modules: report.modules
      .map(({ source }) => source)
      .filter((source) => there.some((name) => source.startsWith(`${name}/`))),
    violations: report.summary.violations.map(({ from, to, rule }) => ({
      rule: rule.name,
      from,
      to,
      because: reasons.get(rule.name) ?? '',
    })),
  };
}
