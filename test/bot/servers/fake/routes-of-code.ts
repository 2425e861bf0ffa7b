import { refuse } from '../../../servers/github/answer.ts';
import type { Answer } from '../../../servers/listen.ts';
import { page, type Call, type Route } from './answer.ts';
import { findMergeBase, listAncestors, readCommit, resolveRef } from './history.ts';
import { listTrees } from './list-trees.ts';
import { example, type Json, showCommit, showFullRepository, showUser } from './show.ts';
import type { RequiredCheck, Role } from './state.ts';

const contents = [['contents', 'read']] as const;
const metadata = [['metadata', 'read']] as const;

export const codeRoutes: Route[] = [
  {
    ...{ method: 'GET', path: '', needs: metadata },
    answer: ({ repository }) => ({ status: 200, body: showFullRepository(repository) }),
  },
  {
    ...{ method: 'GET', path: 'commits/*', needs: contents },
    answer: ({ repository, parts }) => {
      const sha = resolveRef(repository, parts[0] ?? '');
      if (sha === undefined) return refuse(422, `No commit found for SHA: ${parts[0]}`);
      return { status: 200, body: showCommit(sha, readCommit(repository, sha)) };
    },
  },
  {
    ...{ method: 'GET', path: 'commits', needs: contents },
    answer: (call) => {
      const { query, repository } = call;
      const tip = resolveRef(repository, query.get('sha') ?? repository.defaultBranch);
      if (tip === undefined) return refuse(404, 'Not Found');
      const commits = listAncestors(repository, tip);
      return page(
        call,
        commits.map((sha) => showCommit(sha, readCommit(repository, sha))),
      );
    },
  },
  { ...{ method: 'GET', path: 'tags', needs: contents }, answer: (call) => page(call, []) },
  { ...{ method: 'GET', path: 'git/commits/*', needs: contents }, answer: readGitCommit },
  { ...{ method: 'GET', path: 'git/trees/*', needs: contents }, answer: readGitTree },
  { ...{ method: 'GET', path: 'contents/*', needs: contents }, answer: readContent },
  { ...{ method: 'GET', path: 'compare/*', needs: contents }, answer: compare },
  {
    ...{ method: 'GET', path: 'collaborators/*/permission', needs: metadata },
    answer: ({ repository, parts }) => {
      const [login = ''] = parts;
      // A public repository may be read by everyone.
      const role = repository.roles.get(login) ?? (repository.isPrivate ? 'none' : 'read');
      return { status: 200, body: showPermission(login, role) };
    },
  },
  {
    ...{ method: 'GET', path: 'rules/branches/*', needs: metadata },
    answer: (call) => {
      const required = call.repository.rules.get(call.parts[0] ?? '') ?? [];
      const rules = required.map((one) => showRule(call, [one]));
      return page(call, rules);
    },
  },
  {
    ...{ method: 'GET', path: 'branches/*', needs: contents },
    answer: ({ repository, parts: [name = ''] }) => {
      if (!repository.branches.has(name)) return refuse(404, 'Branch not found');
      const required = repository.protections.get(name);
      const isProtected = required !== undefined || repository.rules.has(name);
      return { status: 200, body: showBranch(name, isProtected, required ?? []) };
    },
  },
  {
    method: 'GET',
    path: 'branches/*/protection/required_status_checks',
    needs: [['administration', 'read']],
    answer: ({ repository, parts }) => {
      const required = repository.protections.get(parts[0] ?? '');
      if (required === undefined) return refuse(404, 'Branch not protected');
      if (required.length === 0) return refuse(404, 'Required status checks not enabled');
      return {
        status: 200,
        body: { ...example('status-check-policy'), ...listContexts(required) },
      };
    },
  },
];

/** Beside the role, the one of GitHub's first four that is nearest. */
function showPermission(login: string, role: Role): Json {
  const rough: Partial<Record<Role, string>> = { maintain: 'write', triage: 'read' };
  const name = 'repository-collaborator-permission-response-if-user-has-admin-permissions';
  const shown = example(name);
  const user = { ...(shown['user'] as Json), ...showUser(login), role_name: role };
  return { ...shown, permission: rough[role] ?? role, role_name: role, user };
}

function readGitCommit({ repository, parts: [sha = ''] }: Call): Answer {
  const commit = repository.commits.get(sha);
  if (commit === undefined) return refuse(404, 'Not Found');
  const shown = example('git-commit');
  const tree = { ...(shown['tree'] as Json), sha: listTrees(commit.files).root };
  return { status: 200, body: { ...shown, sha, tree } };
}

function readGitTree({ repository, parts: [sha = ''] }: Call): Answer {
  for (const { files } of repository.commits.values()) {
    const entries = listTrees(files).trees.get(sha);
    if (entries === undefined) continue;
    const tree = [...entries].map(([path, { id, mode, size }]) => {
      const type = mode === '040000' ? 'tree' : mode === '160000' ? 'commit' : 'blob';
      return { path, mode, type, sha: id, ...(size === undefined ? {} : { size }) };
    });
    return {
      status: 200,
      body: { sha, url: `https://github.example/${sha}`, tree, truncated: false },
    };
  }
  return refuse(404, 'Not Found');
}

function readContent({ repository, parts, query, question }: Call): Answer {
  const [path = ''] = parts;
  const commit = resolveRef(repository, query.get('ref') ?? repository.defaultBranch);
  if (commit === undefined) return refuse(404, `No commit found for the ref ${query.get('ref')}`);
  const { files } = readCommit(repository, commit);
  const content = files.get(path);
  if (content === undefined) {
    const inside = [...files.keys()].filter((file) => file.startsWith(`${path}/`));
    return inside.length === 0 ? refuse(404, 'Not Found') : { status: 200, body: [] };
  }
  const bytes = Buffer.from(content);
  if (/\braw\b/.test(String(question.headers['accept']))) {
    const type = 'application/vnd.github.raw+json; charset=utf-8';
    return { status: 200, bytes, headers: { 'content-type': type } };
  }
  const shown = example('content-file-response-if-content-is-a-file');
  const name = path.split('/').at(-1);
  const own = { path, name, size: bytes.length, content: bytes.toString('base64') };
  return { status: 200, body: { ...shown, ...own } };
}

function compare({ repository, parts }: Call): Answer {
  const [base = '', head = ''] = (parts[0] ?? '')
    .split('...')
    .map((ref) => resolveRef(repository, ref) ?? '');
  if (base === '' || head === '') return refuse(404, 'Not Found');
  const from = findMergeBase(repository, base, head);
  if (from === undefined) return refuse(404, `No common ancestor between ${base} and ${head}.`);
  const commits = listAncestors(repository, head).filter(
    (sha) => !listAncestors(repository, base).includes(sha),
  );
  const show = (sha: string): Json => showCommit(sha, readCommit(repository, sha));
  const counts = { ahead_by: commits.length, total_commits: commits.length };
  const own = { base_commit: show(base), merge_base_commit: show(from), ...counts };
  return {
    status: 200,
    body: { ...example('commit-comparison'), ...own, commits: commits.map(show), files: [] },
  };
}

function listContexts(required: readonly RequiredCheck[]) {
  const checks = required.map(({ context, appId }) => ({ context, app_id: appId ?? null }));
  return { contexts: required.map(({ context }) => context), checks };
}

function showRule({ repository }: Call, required: readonly RequiredCheck[]): Json {
  const checks = required.map(({ context, appId }) => ({
    context,
    ...(appId === undefined ? {} : { integration_id: appId }),
  }));
  return {
    type: 'required_status_checks',
    ruleset_source_type: 'Repository',
    ruleset_source: `${repository.owner}/${repository.name}`,
    ruleset_id: 42,
    parameters: { required_status_checks: checks, strict_required_status_checks_policy: false },
  };
}

function showBranch(name: string, isProtected: boolean, required: readonly RequiredCheck[]): Json {
  const shown = example('branch-get');
  const level = required.length === 0 ? 'off' : 'non_admins';
  return {
    ...shown,
    ...{ name, protected: isProtected },
    protection: {
      enabled: isProtected,
      required_status_checks: { enforcement_level: level, ...listContexts(required) },
    },
  };
}
