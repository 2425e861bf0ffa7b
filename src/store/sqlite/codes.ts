import type { Side } from '../../contract/documents.ts';
import type { BranchKind } from '../series-point.ts';

/** Small numbers in the file for words that never change; a word's place must not change either. */
const sides: readonly Side[] = ['before', 'after'];
const branchKinds: readonly BranchKind[] = [
  'default',
  'release',
  'pull-request',
  'merge-queue',
  'other',
];

export function encodeSide(side: Side): number {
  return sides.indexOf(side);
}

export function decodeSide(code: number): Side {
  return sides[code] ?? 'after';
}

export function encodeBranchKind(kind: BranchKind): number {
  return branchKinds.indexOf(kind);
}

export function listSideCodes(side?: Side): number[] {
  return side === undefined ? [0, 1] : [encodeSide(side)];
}

export function listBranchCodes(kind?: BranchKind): number[] {
  return kind === undefined ? [...branchKinds.keys()] : [encodeBranchKind(kind)];
}
