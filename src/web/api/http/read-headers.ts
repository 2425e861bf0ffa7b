/**
 * Whether the client has what an `ETag` names. Proxies that compress an answer mark its tag as weak, and clients name
 * several.
 * @param known `If-None-Match`
 */
export function isKnown(known: string | undefined, etag: string): boolean {
  const tags = (known ?? '').split(',').map((one) => one.trim());
  return tags.some((one) => one === '*' || withoutMark(one) === withoutMark(etag));
}

function withoutMark(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** @param accepted `Accept-Encoding`; with `q=0` a client refuses what it names */
export function takesGzip(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '').split(',');
  return codings.some((one) => /^\s*gzip\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/i.test(one));
}
