/** What a workflow, an action or a script of one step names. Its text is read as lines: it is hostile, and small. */
export interface Mentions {
  /** Paths of this repository that `uses` names: workflows and folders of actions. */
  own: string[];
  /** Workflows of other repositories that are named by a branch or tag, so that they can change. */
  foreign: string[];
  /** Words that may be paths of files, without what leads to the root of the repository. */
  words: Set<string>;
}

const mostUses = 200;
const uses =
  /(?:^|[\s{,"'-])uses["']?[ \t]{0,20}:\s{0,200}(?:&\S{1,80}\s{1,20})?["']?([^\s"'#,}]{1,300})/g;
const foreignWorkflow = /^([\w.-]+\/[\w.-]+\/\.github\/workflows\/[^@]+)@(.+)$/;
const separators = /[\s"'`;|&<>(){}[\],=:$!]+/;
const roots = /^(?:(?:GITHUB_WORKSPACE|BUILDKITE_BUILD_CHECKOUT_PATH|github\.workspace)?\/|\.\/)+/;

export function readMentions(text: string): Mentions {
  const own = new Set<string>();
  const foreign = new Set<string>();
  for (const { 1: used = '' } of [...text.matchAll(uses)].slice(0, mostUses)) {
    const [, path, ref = ''] = foreignWorkflow.exec(used) ?? [];
    if (used.startsWith('./')) own.add(used.replace(/^(\.\/)+/, '').replace(/\/+$/, ''));
    else if (path !== undefined && !/^[0-9a-f]{40}$/.test(ref)) foreign.add(used);
  }
  const words = text.split(separators).map((word) => word.replace(roots, ''));
  return { own: [...own], foreign: [...foreign], words: new Set(words) };
}
