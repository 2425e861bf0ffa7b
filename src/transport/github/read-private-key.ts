import { createPrivateKey } from 'node:crypto';
import { UserError } from '../../contract/user-error.ts';

/**
 * The key of an app as the client takes it (PKCS#8).
 * @param pem as GitHub gives it (PKCS#1) or as PKCS#8; `\n` in words may stand for line breaks
 * @throws UserError, without the text
 */
export function readPrivateKey(pem: string): string {
  let code: string | undefined;
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType === 'rsa') {
      return key.export({ type: 'pkcs8', format: 'pem' }).toString();
    }
  } catch (error) {
    // Its message could quote the text; its code names the fault.
    code = (error as NodeJS.ErrnoException).code;
  }
  throw new UserError({
    where: 'the private key of the GitHub App',
    seen: `not an RSA key (${pem.length} characters${code === undefined ? '' : `, ${code}`})`,
    expected: 'the content of the .pem file that GitHub gave with the key',
    remedy: 'create a new key in the settings of the app, and use the whole file',
  });
}
