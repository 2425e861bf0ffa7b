/// <reference lib="dom" />
import { addressOf } from '../../api/addresses.ts';
import type { BuildPage, BuildSummary } from '../../api/answers.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { titleBuild, writeDay } from '../format/name-things.ts';
import { readAnswer, type Visit } from '../visit.ts';

const mostOffered = 50;
const patienceMs = 200;

interface Picker {
  label: HTMLElement;
  input: HTMLInputElement;
}

/** A field that offers branches, pull requests and commits that were measured, while a person types a part of them. */
export function makePicker(
  { repository, signal }: { repository: string; signal: AbortSignal },
  {
    builds,
    id,
    text,
    value,
  }: {
    id: string;
    text: string;
    value: string;
    /** The newest ones. */
    builds: readonly BuildSummary[];
  },
): Picker {
  const list = makeElement('datalist', { id: `${id}-offered` }, ...offer(builds));
  const input = makeElement('input', {
    ...{ id, value, autocomplete: 'off', list: list.id },
    placeholder: 'branch, tag, #pull request, commit or words of its message',
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      findBuilds(repository, input.value, signal).then(
        (found) => list.replaceChildren(...offer(found)),
        // Earlier suggestions stay, and the form says what is wrong with the text.
        () => undefined,
      );
    }, patienceMs);
  });
  return { label: makeElement('label', {}, text, input, list), input };
}

export async function findBuilds(
  repository: string,
  text: string,
  signal: Visit['signal'],
): Promise<BuildSummary[]> {
  const query = { text: text.slice(0, 200) || undefined, limit: mostOffered };
  const page = await readAnswer<BuildPage>(addressOf.listBuilds(repository, query), signal);
  return page.builds;
}

/** Each once. */
function offer(builds: readonly BuildSummary[]): HTMLElement[] {
  const named = new Map<string, string>();
  for (const build of builds) {
    const { atMs, author = '', branch, commit, committedAtMs = atMs, pullRequest } = build;
    const label = `${titleBuild(build)} ${author} ${writeDay(committedAtMs)}`;
    if (pullRequest !== undefined) named.set(`#${pullRequest}`, label);
    else if (branch !== undefined && !named.has(branch)) named.set(branch, `newest: ${label}`);
    if (!named.has(commit)) named.set(commit, label);
  }
  return [...named].map(([value, label]) => {
    const option = makeElement('option', {}, makePlain(label));
    option.value = value;
    return option;
  });
}
