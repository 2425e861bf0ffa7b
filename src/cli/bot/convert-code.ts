import { exitCode, UserError } from '../../contract/user-error.ts';
import { createOctokitClass } from '../../transport/github/open-octokit.ts';
import { Refused, Unavailable } from '../../transport/platform-errors.ts';
import { readFields } from '../../transport/rest/fields.ts';
import { createSender } from '../../transport/rest/sender.ts';
import type { MadeApp } from './receive-app.ts';

const maxBodyBytes = 2 ** 20;
const never = new AbortController().signal;

/**
 * Exchanges GitHub's code for the app with its key and secret. It is asked once and never again: the code is
 * used up by the first answer, also by one that was lost.
 * @throws UserError
 */
export async function convertCode(apiUrl: string, code: string): Promise<MadeApp> {
  const sender = createSender({ service: 'GitHub', headers: {}, maxBodyBytes });
  const octokit = new (createOctokitClass({ apiUrl, sender }))();
  const asked = { what: 'the new app', account: 'nobody', by: 'token', signal: never } as const;
  try {
    const { data } = await octokit.rest.apps.createFromManifest({ code, request: { asked } });
    return readApp(data);
  } catch (cause) {
    if (!(cause instanceof Refused || cause instanceof Unavailable)) throw cause;
    const isUnknown = cause instanceof Refused && cause.status === 404;
    const unknown = 'GitHub said 404: the code is unknown or has expired';
    throw refuse(apiUrl, isUnknown ? unknown : cause.message);
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
