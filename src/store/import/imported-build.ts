import type { Annotations } from '../../contract/documents.ts';
import { documentLimits, parseJson } from '../../contract/json-text.ts';
import { UserError } from '../../contract/user-error.ts';

/** The record of another tool for one commit, before its numbers are read. */
export interface ImportedBuild {
  /** Unique among the builds of its tool, and the same each time that the file is read. */
  id: string;
  commit: string;
  /** In milliseconds since 1970. */
  atMs: number;
  branch?: string;
  author?: string | undefined;
  /** The first line of its message. */
  subject?: string | undefined;
  test: string;
  parts: ImportedPart[];
}

/** Numbers in the format of an adapter. */
export interface ImportedPart {
  /** Its only benchmark, for notes on what is left out. */
  name?: string;
  text: string;
  format: string;
  annotations: Annotations;
  repeat: number;
}

/** One tool that keeps a history. */
export interface HistoryFormat {
  /** As `perigee import` names it. */
  name: string;
  /**
   * @param leaveOut takes what cannot be imported: which, and why
   * @throws UserError for what is no such file
   */
  read(text: string, file: string, leaveOut: LeaveOut): ImportedBuild[];
  /** The address of the repository that the file is of, where its tool writes it. @throws UserError as `read` does */
  findAddress?(this: void, text: string, file: string): string | undefined;
}

export type LeaveOut = (what: string) => void;

/** A hundred thousand points of a history of years. */
const limits = { ...documentLimits, maxCharacters: 100_000_000 };

/** @throws UserError for what is no JSON, or more than a history holds */
export function readJson(text: string, file: string): unknown {
  try {
    return parseJson(text, file, limits);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Its own words are for documents of Perigee.
    throw refuseFile(file, error.facts.seen, 'whole JSON, as the tool wrote it');
  }
}

export function asMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 1000) : undefined;
}

/** A time as a number of milliseconds or as ISO text; undefined for anything else. */
export function readTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : value;
  return typeof ms === 'number' && Number.isSafeInteger(Math.round(ms)) && ms > 0
    ? Math.round(ms)
    : undefined;
}

/** The id of a commit; anything else cannot be shown in a history. */
export function readCommit(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{7,64}$/i.test(value) ? value : undefined;
}

/** @param expected e.g. `a file data.js with window.BENCHMARK_DATA` */
export function refuseFile(file: string, seen: string, expected: string): UserError {
  return new UserError({ where: file, seen, expected });
}

/** The unit as our adapters read it: what stands for one round is left out. */
export function readUnitOf(unit: string): string {
  return unit
    .trim()
    .replace(/^(ns|us|µs|ms|s|sec)\/(iter|op|call|round)$/, '$1')
    .replace(/^(ops|iter|op|calls?)\/sec$/, '$1/s')
    .replace(/^sec$/, 's')
    .replace(/^i\/s$/, 'iter/s')
    .replace(/^b$/, 'B');
}
