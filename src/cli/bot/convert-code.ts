import { exitCode, UserError } from '../../contract/user-error.ts';
import { Refused } from '../../transport/platform-errors.ts';
import { readFields } from '../../transport/rest/fields.ts';
import { describeFailure } from '../../transport/rest/sender.ts';
import type { MadeApp } from './receive-app.ts';

const longestWaitMs = 30_000;

/**
 * Exchanges GitHub's code for the app with its key and secret. It is asked once and never again: the code is
 * used up by the first answer, also by one that was lost.
 * @throws UserError
 */
export async function convertCode(apiUrl: string, code: string): Promise<MadeApp> {
  const url = `${apiUrl}/app-manifests/${encodeURIComponent(code)}/conversions`;
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      accept: 'application/vnd.github+json',
      'user-agent': 'perigee',
      'x-github-api-version': '2022-11-28',
    },
    signal: AbortSignal.timeout(longestWaitMs),
  }).catch((cause: unknown) => {
    throw refuse(apiUrl, `no answer: ${describeFailure(cause)}`);
  });
  const text = await response.text();
  if (response.status !== 201) {
    const hint = response.status === 404 ? ': the code is unknown or has expired' : '';
    throw refuse(apiUrl, `GitHub said ${response.status}${hint}`);
  }
  try {
    return readApp(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof Refused || cause instanceof SyntaxError)) throw cause;
    // A syntax error quotes what it could not read, which may be the key.
    throw refuse(apiUrl, cause instanceof Refused ? cause.message : 'what it said is no JSON');
  }
}

function readApp(value: unknown): MadeApp {
  const fields = readFields(value, 'GitHub’s answer about the new app');
  const pem: unknown = Reflect.get(Object(value), 'pem');
  if (typeof pem !== 'string' || !pem.includes('PRIVATE KEY')) {
    throw new Refused('ci-strange-answer', 'GitHub gave no private key');
  }
  return {
    id: fields.whole('id'),
    name: fields.text('name'),
    url: fields.link('html_url') ?? fields.text('html_url'),
    privateKey: pem,
    webhookSecret: fields.text('webhook_secret'),
  };
}

function refuse(where: string, seen: string): UserError {
  return new UserError({
    where,
    seen,
    expected: 'the key and the secret of the new app',
    remedy:
      'delete the app on GitHub, if it is there, and start again; ' +
      'or make a key on its page and use `perigee bot setup --from-environment`',
    exitCode: exitCode.couldNotMeasure,
  });
}
