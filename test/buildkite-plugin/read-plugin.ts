import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { expect } from 'vitest';

interface Option {
  type: string;
  description: string;
  default?: string | number | boolean;
  properties?: Record<string, Option>;
}

/** What plugin.yml says. */
export const plugin = parse(
  readFileSync(new URL('../../buildkite-plugin/plugin.yml', import.meta.url), 'utf8'),
) as Record<string, unknown> & { configuration: { properties: Record<string, Option> } };

/** All options, those of `kafka` as `kafka.topic`. */
export function listOptions(
  options: Record<string, Option> = plugin.configuration.properties,
  prefix = '',
): [name: string, option: Option][] {
  return Object.entries(options).flatMap(([name, option]) => [
    [`${prefix}${name}`, option],
    ...listOptions(option.properties ?? {}, `${prefix}${name}.`),
  ]);
}

export interface Step {
  key?: string;
  if?: string;
  label?: string;
  depends_on?: string | string[];
  allow_dependency_failure?: boolean;
  parallelism?: number;
  retry?: object;
  plugins?: (string | Record<string, unknown>)[];
}

const accepts = new Ajv({ allErrors: true, strictTypes: false }).compile(plugin.configuration);

/** Whether plugin.yml allows these options. */
export function isAllowed(options: unknown): boolean {
  return accepts(options);
}

/** The steps of a pipeline, whose options for the plugin are right. */
export function readPipeline(text: string): Step[] {
  const { steps } = parse(text) as { steps: Step[] };
  for (const [, options] of listUses(steps)) {
    expect(isAllowed(options), JSON.stringify(accepts.errors)).toBe(true);
  }
  return steps;
}

/** Where steps use the plugin: by which name, and with which options. */
export function listUses(steps: readonly Step[]): [reference: string, options: unknown][] {
  return steps
    .flatMap(({ plugins = [] }) => plugins)
    .flatMap((entry): [string, unknown][] =>
      typeof entry === 'string' ? [[entry, null]] : Object.entries(entry),
    )
    .filter(([reference]) => /(^|\/)perigee(#|$)/.test(reference));
}

/** The blocks of YAML of a page. */
export function listBlocks(page: string): string[] {
  return [...page.matchAll(/```ya?ml\n+(.*?)\n+```/gs)].map(([, text = '']) => text);
}
