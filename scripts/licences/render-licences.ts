import type { ThirdParty } from './find-packages.ts';

const rule = '='.repeat(80);

/** The text of a THIRD_PARTY_LICENSES. The same packages give the same text. */
export function renderLicences(intro: readonly string[], packages: readonly ThirdParty[]): string {
  const list = packages.map(({ name, version, licence }) => `  ${name} ${version} (${licence})`);
  const sections = packages.map(({ name, version, licence, texts }) =>
    [rule, `${name} ${version}`, `Licence: ${licence}`, rule, '', texts.join('\n\n')].join('\n'),
  );
  return `${[...intro, '', ...list].join('\n')}\n\n${sections.join('\n\n')}\n`;
}
