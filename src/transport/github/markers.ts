import { createHash } from 'node:crypto';
import type { Fields } from '../rest/fields.ts';
import type { DataOf } from './routes.ts';

/** Whether the first line is the marker. Anyone can write the same, so the author counts too. */
export function hasMarker(body: string, marker: string): boolean {
  return body === marker || body.startsWith(`${marker}\n`) || body.startsWith(`${marker}\r\n`);
}

/** The body with the marker as its first line. */
export function withMarker(body: string, marker: string): string {
  return hasMarker(body, marker) ? body : `${marker}\n${body}`;
}

export function isSameText(one: string, other: string): boolean {
  return flatten(one) === flatten(other);
}

/** Equal for what is the same text: to remember long ones by. */
export function digestText(text: string): string {
  return createHash('sha256').update(flatten(text)).digest('hex');
}

/** GitHub may give the line breaks of another system back. */
function flatten(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd();
}

/** Our identity at GitHub: an app, or the owner of a token. */
export type Self = OwnApp | { login: string };

export interface OwnApp {
  appId: number;
  slug: string;
}

type Written =
  | DataOf<'GET /repos/{owner}/{repo}/issues/comments/{comment_id}'>
  | DataOf<'GET /repos/{owner}/{repo}/issues/{issue_number}'>;

/**
 * Whether we wrote a comment or an issue. Where GitHub says by which app it was written, that counts, even when the
 * app has another name by now; it may say so of people too, who are no bots. Where it does not say it, the login
 * counts: no person can have one with brackets.
 */
export function isOwn(document: Fields<Written>, self: Self): boolean {
  const login = document.optionalText('user.login');
  if ('login' in self) return login === self.login;
  const app = document.optionalWhole('performed_via_github_app.id');
  if (app !== undefined) return app === self.appId && document.optionalText('user.type') === 'Bot';
  return login?.toLowerCase() === `${self.slug}[bot]`.toLowerCase();
}
