import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildkitePipeline,
  type CiFile,
  githubWorkflow,
  type WorkflowFate,
} from './workflow-file.ts';

/** What shows which CI a repository uses. */
export type FoundCi =
  | { kind: 'github'; because: string }
  /** A file of another one. */
  | { kind: 'other'; name: string; file: string }
  | { kind: 'none' };

/** The files in which an agent looks for a pipeline; it takes none of them if there are two. */
const pipelineFiles = ['buildkite', '.buildkite/pipeline', 'buildkite/pipeline'].flatMap((name) =>
  ['yml', 'yaml', 'json'].map((ending) => `${name}.${ending}`),
);

const others: readonly (readonly [name: string, files: readonly string[]])[] = [
  ['Buildkite', [...pipelineFiles, '.buildkite']],
  ['GitLab', ['.gitlab-ci.yml']],
  ['Jenkins', ['Jenkinsfile']],
  ['CircleCI', ['.circleci']],
  ['Azure Pipelines', ['azure-pipelines.yml']],
  ['Bitbucket', ['bitbucket-pipelines.yml']],
  ['Woodpecker', ['.woodpecker.yml', '.woodpecker']],
  ['Drone', ['.drone.yml']],
  ['Forgejo', ['.forgejo/workflows', '.gitea/workflows']],
];

/**
 * A repository with workflows of GitHub uses them, unless it is hosted elsewhere and has a file of another CI.
 * @param remotes the addresses that git knows
 */
export function findCi(root: string, remotes: readonly string[]): FoundCi {
  const isThere = (file: string): boolean => existsSync(join(root, file));
  // `github.com`, and `github.acme.com` of an enterprise; the name and the password before them may be anything.
  const host = /^([a-z+]+:\/\/)?([^/@]*@)?[^/:@]*\bgithub\b(?![^/]*@)/i;
  const isOnGithub = remotes.some((address) => host.test(address));
  const hasWorkflows = isThere('.github/workflows');
  const because = hasWorkflows ? '.github/workflows is there' : 'a remote is on GitHub';
  const github: FoundCi = { kind: 'github', because };
  if (hasWorkflows && (isOnGithub || remotes.length === 0)) return github;
  for (const [name, files] of others) {
    const file = files.find(isThere);
    if (file !== undefined) return { kind: 'other', name, file };
  }
  return isOnGithub || hasWorkflows ? github : { kind: 'none' };
}

/**
 * @param hasCopy whether a new workflow would name a copy of Perigee: one that does not fails once it is committed
 * @returns the file to write: the one that is asked for, or has Perigee already; undefined if it is none
 */
export function chooseCi(
  root: string,
  found: FoundCi,
  { buildkite, github, hasCopy }: { buildkite: boolean; github: boolean; hasCopy: boolean },
): CiFile | undefined {
  if (buildkite) return buildkitePipeline;
  if (github) return githubWorkflow;
  const own = [githubWorkflow, buildkitePipeline].find(({ path }) => {
    const file = join(root, path);
    return existsSync(file) && /perigee/i.test(readFileSync(file, 'utf8'));
  });
  return own ?? (found.kind === 'github' && hasCopy ? githubWorkflow : undefined);
}

/** @returns the pipeline of the repository, where it has one that knows nothing of Perigee */
export function findOwnPipeline(root: string): string | undefined {
  const found = pipelineFiles.find((file) => existsSync(join(root, file)));
  if (found === undefined) return undefined;
  return /perigee/i.test(readFileSync(join(root, found), 'utf8')) ? undefined : found;
}

/** @returns what to do about the file of a CI, which init has not written */
export function explainNoCiFile(found: FoundCi, program: string): string[] {
  switch (found.kind) {
    case 'github':
      return [
        `wrote no workflow yet: \`${program} init --action OWNER/REPO\` writes one, with the repository that has Perigee's action (${githubWorkflow.page})`,
      ];
    case 'none':
      return [
        'wrote no workflow, as no remote is on GitHub and no .github/workflows is there. For a CI:',
        `  ${program} init --github      # a workflow of GitHub`,
        `  ${program} init --buildkite   # a pipeline of Buildkite`,
        'docs/other-ci.md of the package has the job for GitLab, Jenkins and others',
      ];
    case 'other':
      return [
        `wrote no workflow, as ${found.file} is there: ${
          found.name === 'Buildkite'
            ? `\`${program} init --buildkite\` has the steps for Buildkite (docs/buildkite.md of the package)`
            : `docs/other-ci.md of the package has the job for ${found.name}`
        }. \`${program} init --github\` writes one all the same`,
      ];
  }
}

/** @param because the reason for the file, where no option asked for it */
export function describeFate(fate: WorkflowFate, path: string, because: string): string {
  switch (fate) {
    case 'written':
      return `wrote ${path}${because}`;
    case 'replaced':
      return `wrote ${path} again: it was as init had written it`;
    case 'left':
      return `left ${path} as it is`;
  }
}

/** Whether the file names no copy of Perigee yet. */
export function isPlaceholder(root: string, { path, placeholder: words }: CiFile): boolean {
  const file = join(root, path);
  return existsSync(file) && readFileSync(file, 'utf8').includes(words);
}

/** Only people know which copy of Perigee their organisation may use. */
export function namePlaceholder(program: string, ci: CiFile): string[] {
  const isAction = ci === githubWorkflow;
  return [
    `  ${program} init ${isAction ? '' : '--buildkite '}--action OWNER/REPO   # where your organisation has Perigee:`,
    `  # commit ${ci.path} only after that: it names no copy of Perigee yet, so its jobs would fail. To publish one,`,
    ...[...ci.publishing, ci.page].map((line) => `  # ${line}`),
  ];
}

/** Nothing here shows whether it has been published. */
export function nameCopy({ locate, page }: CiFile, copy: string): string[] {
  return [`  # the jobs load ${locate(copy)}, which must be on GitHub before they run: ${page}`];
}
