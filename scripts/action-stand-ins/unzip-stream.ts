/** What the artifact client would unpack downloads with. The action does that itself, within limits. */
function refuse(): never {
  throw new Error('downloads are unpacked by src/transport/artifacts/read-zip.ts');
}

const unzip = { Extract: refuse, Parse: refuse };

export { unzip as default };
