import { LRUCache } from 'lru-cache';
import { createSizedCache } from '../../../src/async/sized-cache.ts';
import { type CheckRun, checkName, listChecks } from '../../../src/transport/github/checks.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import { cutBytes, cutCharacters } from '../../../src/transport/github/cut-text.ts';
import { Refused, unlessMissing } from '../../../src/transport/platform-errors.ts';
import type { RestClock } from '../../../src/transport/rest/clock.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { CheckAnnotation, CheckContent, StandingCheck } from './github-side.ts';

/** More than are worked on at one time. */
const mostKnown = 10_000;

/** The checks of our app; what it wrote lately is remembered. */
export function openChecks(api: GithubClient, appId: number) {
  const checks = rememberChecks(api.sender.clock);
  /** How many annotations a check has, as GitHub said last. What is not known any more is asked for. */
  const annotations = createSizedCache<number>(mostKnown);
  const note = (check: Fields<CheckRun>): StandingCheck => {
    const id = check.whole('id');
    annotations.keep(String(id), check.optionalWhole('output.annotations_count') ?? 0, 1);
    return {
      id,
      externalId: check.optionalText('external_id') ?? '',
      status: parseStatus(check.text('status')),
      conclusion: check.optionalText('conclusion'),
    };
  };
  /** GitHub was asked for those of our app alone; where it names an app, that has to be it. */
  const isOurs = (check: Fields<CheckRun>): boolean =>
    check.optionalText('name') === checkName && (check.optionalWhole('app.id') ?? appId) === appId;
  /** Whether nothing would be left standing in it that it does not say any more. */
  const mayChange = async (repository: Repository, id: number): Promise<boolean> => {
    if (annotations.find(String(id)) === undefined) {
      const answer = api.ask({ repository, what: `check ${id}` }, ({ rest }, at) =>
        rest.checks.get({ ...at, check_run_id: id }),
      );
      await unlessMissing(answer.then(note));
    }
    return annotations.find(String(id)) === 0;
  };
  const create = async (repository: Repository, commit: string, body: Json) => {
    const own = { name: checkName, head_sha: commit, ...body };
    const answer = api.write({ repository, what: `the check at ${commit}` }, ({ rest }, at) =>
      rest.checks.create({ ...at, ...own }),
    );
    return note(await answer);
  };
  const change = async (repository: Repository, id: number, body: Json) => {
    const answer = api.write({ repository, what: `check ${id}` }, ({ rest }, at) =>
      rest.checks.update({ ...at, check_run_id: id, ...body }),
    );
    return note(await answer);
  };
  /** A check that GitHub does not take is never left standing as if it were in work. */
  const writeSomehow = async (
    repository: Repository,
    commit: string,
    content: CheckContent,
    id: number | undefined,
  ): Promise<StandingCheck> => {
    const [whole, least] = [describeCheck(content), describeLeast(content)];
    const attempts: (() => Promise<StandingCheck>)[] = [
      ...(id === undefined
        ? [() => create(repository, commit, whole)]
        : [() => change(repository, id, whole), () => change(repository, id, least)]),
      // The one that was to be changed may be gone, or too old.
      () => create(repository, commit, least),
    ];
    let refusal: unknown;
    for (const attempt of attempts) {
      try {
        return await attempt();
      } catch (error) {
        const mayHelp = error instanceof Refused && [404, 422].includes(error.status ?? 0);
        if (!mayHelp) throw error;
        refusal = error;
      }
    }
    throw refusal;
  };
  return {
    /** The newest of our own checks at a commit. */
    findCheck: async (
      repository: Repository,
      commit: string,
    ): Promise<StandingCheck | undefined> => {
      const known = checks.find(repository, commit);
      if (known !== undefined) return known;
      const all = await listChecks(api, repository, commit, appId);
      const [newest] = all.filter(isOurs).sort((a, b) => b.whole('id') - a.whole('id'));
      return newest && note(newest);
    },
    /**
     * Updates the check of that id, or makes one; cut to the limits, annotations in portions of 50. Its conclusion
     * does not depend on its annotations, which follow. Annotations cannot be taken back, so a check that has some
     * is followed by a new one of the same name, which is the one that counts.
     * @returns the id of the check that counts now
     * @throws Unavailable, Refused
     */
    writeCheck: async (
      repository: Repository,
      commit: string,
      content: CheckContent,
      id?: number,
    ): Promise<number> => {
      const written = await checks.note(repository, commit, async () => {
        const target = id !== undefined && (await mayChange(repository, id)) ? id : undefined;
        const check = await writeSomehow(repository, commit, content, target);
        for (const more of listMoreAnnotations(content)) {
          // They help, but the check is complete without them.
          await unlessMissing(change(repository, check.id, more), [403, 404, 422]);
        }
        return check;
      });
      return written.id;
    },
  };
}

function parseStatus(word: string): StandingCheck['status'] {
  if (word === 'completed' || word === 'in_progress') return word;
  // `waiting`, `requested` and `pending` are of workflows; ours is none.
  if (['queued', 'waiting', 'requested', 'pending'].includes(word)) return 'queued';
  throw new Refused(
    'ci-strange-answer',
    `GitHub knows a status of checks that we do not: ${word.slice(0, 40)}`,
  );
}

/** Most measurements are over by then. */
const rememberedMs = 10 * 60_000;
const mostRemembered = 5000;

/**
 * Only the app writes its checks, and of the app one process works at a time: what it wrote stands. For
 * a while only, so that a second bot with the same app is not overlooked for ever.
 */
export function rememberChecks(clock: RestClock) {
  const memory = new LRUCache<string, StandingCheck>({
    ...{ max: mostRemembered, ttl: rememberedMs, ttlResolution: 0 },
    // The library takes zero for no time at all.
    perf: { now: () => clock.monotonicMs() + 1 },
  });
  const name = ({ id }: Repository, commit: string): string => `${id} ${commit}`;
  return {
    /** The check that counts at a commit, if it was written lately. */
    find: (repository: Repository, commit: string) => memory.get(name(repository, commit)),
    /** @param write what became of the check is not known until it has ended well */
    note: async (repository: Repository, commit: string, write: () => Promise<StandingCheck>) => {
      const key = name(repository, commit);
      memory.delete(key);
      const check = await write();
      memory.set(key, check);
      return check;
    },
  };
}

/** GitHub takes no more of them in one request, and adds those of each to what is there. */
const annotationsAtOnce = 50;
/** In bytes, not in characters; a longer text is refused with 422. */
const mostTextBytes = 65_535;
const mostTitle = 255;
const mostButtons = 3;

type Json = Readonly<Record<string, unknown>>;

/** The request that writes a check, within GitHub's limits, with the first annotations. */
function describeCheck(content: CheckContent): Json {
  const { text, buttons } = content;
  return {
    ...describeState(content),
    output: {
      ...describeOutput(content, 0),
      text: text === undefined ? undefined : cutBytes(text, mostTextBytes),
    },
    actions: buttons.slice(0, mostButtons).map(({ label, description, identifier }) => ({
      label: cutCharacters(label, 20, '…'),
      description: cutCharacters(description, 40, '…'),
      identifier,
    })),
  };
}

/** The rest of its annotations, each portion as a request of its own. */
function listMoreAnnotations(content: CheckContent): Json[] {
  const portions = Math.ceil(content.annotations.length / annotationsAtOnce);
  return Array.from({ length: Math.max(0, portions - 1) }, (_, i) => ({
    output: describeOutput(content, (i + 1) * annotationsAtOnce),
  }));
}

/** The least that says how it ended, for when GitHub does not take the rest. */
function describeLeast(content: CheckContent): Json {
  const summary =
    'GitHub did not take the details of this check. The comment on the pull request and the run have them.';
  const title = cutCharacters(content.title.replaceAll(/[^\x20-\x7e]+/g, ' '), 100, '…');
  return { ...describeState(content), output: { title: title.trim() || checkName, summary } };
}

function describeState({ status, conclusion, detailsUrl, externalId }: CheckContent): Json {
  return { status, conclusion, details_url: detailsUrl, external_id: externalId };
}

function describeOutput({ annotations, summary, title }: CheckContent, from: number): Json {
  return {
    title: cutCharacters(title, mostTitle, '…'),
    summary: cutBytes(summary, mostTextBytes),
    annotations: annotations.slice(from, from + annotationsAtOnce).map(describeAnnotation),
  };
}

function describeAnnotation({ path, line, level, title, message }: CheckAnnotation): Json {
  return {
    path,
    ...{ start_line: line, end_line: line, annotation_level: level },
    title: cutCharacters(title, mostTitle, '…'),
    message: cutBytes(message, mostTextBytes),
  };
}
