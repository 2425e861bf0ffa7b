import { createPrivateKey } from 'node:crypto';
import { UserError } from '../../contract/user-error.ts';

/**
 * The key of an app as the client takes it (PKCS#8).
 * @param pem as GitHub gives it (PKCS#1) or as PKCS#8; `\n` in words may stand for line breaks
 * @throws UserError, without the text
 */
export function readPrivateKey(pem: string): string {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType === 'rsa') {
      return key.export({ type: 'pkcs8', format: 'pem' }).toString();
    }
  } catch {
    // Its error could quote the text.
  }
  throw new UserError({
    where: 'the private key of the GitHub App',
    seen: `not an RSA key (${pem.length} characters)`,
    expected: 'the content of the .pem file that GitHub gave with the key',
    remedy: 'create a new key in the settings of the app, and use the whole file',
  });
}
