import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/user-error.ts';
import type { MadeApp } from './receive-app.ts';

export interface KeptFiles {
  privateKey: string;
  webhookSecret: string;
}

/** Where key and secret are in a data folder. */
export function nameFiles(data: string): KeptFiles {
  return {
    privateKey: join(data, 'bot-private-key.pem'),
    webhookSecret: join(data, 'bot-webhook-secret'),
  };
}

/**
 * Before anything is asked of GitHub: a key that is there may be the only one of an app in use.
 * @throws UserError when one of the files is there
 */
export function refuseToReplace({ privateKey, webhookSecret }: KeptFiles): void {
  const there = [privateKey, webhookSecret].filter((file) => existsSync(file));
  if (there.length === 0) return;
  throw new UserError({
    where: there.join(', '),
    seen: 'the key or the secret of an app is there already',
    expected: 'a data folder without a bot',
    remedy:
      '`perigee bot check` says whether that app works; ' +
      'move the files away to make another app, or name another folder with --data',
  });
}

/** Each in a file of its own that nobody but its owner can read. */
export function keepSecrets(files: KeptFiles, app: MadeApp, data: string): void {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const write = (file: string, text: string): void => {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    // The mode above is lessened by the umask only; a default ACL of the folder could add to it.
    chmodSync(file, 0o600);
  };
  write(files.privateKey, app.privateKey);
  try {
    write(files.webhookSecret, `${app.webhookSecret}\n`);
  } catch (error) {
    rmSync(files.privateKey);
    throw error;
  }
}
