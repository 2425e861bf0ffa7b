import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { describeCheck, describeLeast, listMoreAnnotations } from './describe-check.ts';
import { type KnownAnnotations, noteCheck, parseCheck } from './find-check.ts';
import type { CheckContent, StandingCheck } from './github-side.ts';
import { checkName } from '../../../src/transport/github/checks.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';

type Json = Readonly<Record<string, unknown>>;

interface Place {
  api: GithubApi;
  known: KnownAnnotations;
  repository: Repository;
  commit: string;
}

/**
 * Updates the check in one request: its conclusion does not depend on its annotations, the
 * rest of which follow. Annotations cannot be taken back, so a check that has some is followed by a new
 * one of the same name, which is the one that counts.
 * @param id of the check that is there
 * @returns the check that counts now
 * @throws Unavailable, Refused
 */
export async function writeCheck(
  place: Place,
  content: CheckContent,
  id?: number,
): Promise<StandingCheck> {
  const target = id !== undefined && (await mayChange(place, id)) ? id : undefined;
  const written = await writeSomehow(place, content, target);
  for (const more of listMoreAnnotations(content)) {
    // They help, but the check is complete without them.
    await unlessMissing(change(place, written.id, more), [403, 404, 422]);
  }
  return written;
}

/** Whether nothing would be left standing in it that it does not say any more. */
async function mayChange({ api, known, repository }: Place, id: number): Promise<boolean> {
  const count = known.find(String(id));
  if (count !== undefined) return count === 0;
  const question = { repository, what: `check ${id}` };
  const check = await unlessMissing(
    api
      .ask(question, ({ rest }, at) => rest.checks.get({ ...at, check_run_id: id }))
      .then(parseCheck),
  );
  return check?.annotations === 0;
}

/** A check that GitHub does not take is never left standing as if it were in work. */
async function writeSomehow(
  place: Place,
  content: CheckContent,
  id?: number,
): Promise<StandingCheck> {
  const whole = describeCheck(content);
  const least = describeLeast(content);
  const attempts: (() => Promise<StandingCheck>)[] =
    id === undefined
      ? [() => create(place, whole), () => create(place, least)]
      : [
          () => change(place, id, whole),
          () => change(place, id, least),
          // It is gone, or too old to be changed.
          () => create(place, least),
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
}

async function create(
  { api, known, repository, commit }: Place,
  body: Json,
): Promise<StandingCheck> {
  const question = { repository, what: `the check at ${commit}` };
  return noteCheck(
    known,
    await api
      .write(question, ({ rest }, at) =>
        rest.checks.create({ ...at, name: checkName, head_sha: commit, ...body }),
      )
      .then(parseCheck),
  );
}

async function change(
  { api, known, repository }: Place,
  id: number,
  body: Json,
): Promise<StandingCheck> {
  const question = { repository, what: `check ${id}` };
  return noteCheck(
    known,
    await api
      .write(question, ({ rest }, at) => rest.checks.update({ ...at, check_run_id: id, ...body }))
      .then(parseCheck),
  );
}
