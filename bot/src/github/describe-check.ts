import { checkName } from '../../../src/transport/github/checks.ts';
import { cutBytes, cutCharacters } from '../../../src/transport/github/cut-text.ts';
import type { CheckAnnotation, CheckContent } from './github-side.ts';

/** GitHub takes no more of them in one request, and adds those of each to what is there. */
export const annotationsAtOnce = 50;

/** In bytes, not in characters; a longer text is refused with 422. */
const mostTextBytes = 65_535;
const mostMessageBytes = 65_535;
const mostTitle = 255;
const mostButtons = 3;

type Json = Readonly<Record<string, unknown>>;

/** What a request says of a check, within GitHub's limits, with the first annotations. */
export function describeCheck(content: CheckContent): Json {
  const { text, buttons } = content;
  return {
    ...describeState(content),
    output: {
      title: cutCharacters(content.title, mostTitle, '…'),
      summary: cutBytes(content.summary, mostTextBytes),
      ...(text === undefined ? {} : { text: cutBytes(text, mostTextBytes) }),
      annotations: content.annotations.slice(0, annotationsAtOnce).map(describeAnnotation),
    },
    actions: buttons.slice(0, mostButtons).map(({ label, description, identifier }) => ({
      label: cutCharacters(label, 20, '…'),
      description: cutCharacters(description, 40, '…'),
      identifier,
    })),
  };
}

/** The rest of its annotations, each portion as a request of its own. */
export function listMoreAnnotations(content: CheckContent): Json[] {
  const { title, summary, annotations } = content;
  const starts = [];
  for (let at = annotationsAtOnce; at < annotations.length; at += annotationsAtOnce)
    starts.push(at);
  return starts.map((at) => ({
    output: {
      title: cutCharacters(title, mostTitle, '…'),
      summary: cutBytes(summary, mostTextBytes),
      annotations: annotations.slice(at, at + annotationsAtOnce).map(describeAnnotation),
    },
  }));
}

/** The least that says how it ended, for when GitHub does not take the rest. */
export function describeLeast(content: CheckContent): Json {
  const summary =
    'GitHub did not take the details of this check. The comment on the pull request and the run have them.';
  const title = cutCharacters(content.title.replaceAll(/[^\x20-\x7e]+/g, ' '), 100, '…');
  return { ...describeState(content), output: { title: title.trim() || checkName, summary } };
}

function describeState({ status, conclusion, detailsUrl, externalId }: CheckContent): Json {
  return {
    status,
    conclusion,
    details_url: detailsUrl,
    external_id: externalId,
  };
}

function describeAnnotation({ path, line, level, title, message }: CheckAnnotation): Json {
  return {
    path,
    ...{ start_line: line, end_line: line, annotation_level: level },
    title: cutCharacters(title, mostTitle, '…'),
    message: cutBytes(message, mostMessageBytes),
  };
}
