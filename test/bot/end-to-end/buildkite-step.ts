import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { root } from '../../../scripts/checks/tracked-files.ts';

const run = promisify(execFile);

/** A step of a pipeline, as far as this reads it. */
export interface Step {
  parallelism: number;
  commands: string[];
  artifact_paths: string;
}

/** What a job left for its agent to upload: path within the checkout, and content. */
export type UploadedFiles = [path: string, content: Buffer][];

/** The one step of the pipeline that docs/buildkite.md tells everybody to use. */
export function readDocumentedStep(): Step {
  const page = readFileSync(join(root, 'docs/buildkite.md'), 'utf8');
  const [, text = ''] = /```yaml\n# \.buildkite\/pipeline\.yml\n([^]*?)```/.exec(page) ?? [];
  const { steps } = parse(text) as { steps: Step[] };
  const [step, ...others] = steps;
  if (step === undefined || others.length > 0) throw new Error('it has not one step');
  return step;
}

/** Runs a job as an agent does: with its shell, and with nothing in the environment but what an agent gives. */
export function openAgent(
  scratch: string,
): (
  step: Step,
  checkout: string,
  environment: Readonly<Record<string, string>>,
) => Promise<UploadedFiles> {
  const bin = join(scratch, 'bin');
  mkdirSync(bin);
  symlinkSync(join(root, 'bin/perigee.mjs'), join(bin, 'perigee'));
  const path = `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return async ({ artifact_paths: paths, commands }, checkout, environment) => {
    const script = join(scratch, 'command.sh');
    writeFileSync(script, `${commands.join('\n')}\n`);
    const env = { PATH: path, HOME: scratch, CI: 'true', BUILDKITE: 'true', ...environment };
    // It rejects with what was printed, when the job ends red.
    await run('/bin/bash', ['-e', script], { cwd: checkout, env });
    return globSync(paths, { cwd: checkout }).map((file) => [
      file,
      readFileSync(join(checkout, file)),
    ]);
  };
}
