/** action/action.yml as the tests of workflows and documentation need it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ActionFile {
  inputs: Record<string, { description: string; default: string }>;
  outputs: Record<string, { description: string }>;
}

export function readAction(): ActionFile {
  const file = new URL('../../action/action.yml', import.meta.url);
  return parse(readFileSync(file, 'utf8')) as ActionFile;
}
