import { readFileSync } from 'node:fs';

const headerBytes = 24;
const structKind = 4;
/** Behind the three words that every type has: bytes, and bytes for each of its members. See linux/btf.h. */
const more: Readonly<Record<number, [fixed: number, each: number]>> = {
  ...{ 1: [4, 0], 3: [12, 0], 4: [0, 12], 5: [0, 12], 6: [0, 8] },
  ...{ 13: [0, 8], 14: [4, 0], 15: [0, 12], 17: [4, 0], 19: [0, 12] },
};

/** The types of this kernel (BTF); undefined where it does not tell them. */
export function readKernelTypes(): Buffer | undefined {
  try {
    return readFileSync('/sys/kernel/btf/vmlinux');
  } catch {
    return undefined;
  }
}

/** The offset of a member in a structure of the kernel, in bytes; undefined if the types do not name it. */
export function findMember(types: Buffer, structure: string, member: string): number | undefined {
  const first = headerBytes + types.readUInt32LE(8);
  const end = first + types.readUInt32LE(12);
  const texts = headerBytes + types.readUInt32LE(16);
  const nameOf = (text: string): number =>
    types.indexOf(`\0${text}\0`, texts, 'latin1') + 1 - texts;
  const [wanted, wantedMember] = [nameOf(structure), nameOf(member)];
  for (let at = first; at < end;) {
    const information = types.readUInt32LE(at + 4);
    const [kind, members] = [(information >>> 24) & 0x1f, information & 0xffff];
    const [fixed, each] = more[kind] ?? [0, 0];
    if (kind === structKind && types.readUInt32LE(at) === wanted) {
      for (let place = at + 12; place < at + 12 + members * each; place += each) {
        // With bit fields the highest byte is their width.
        const bits = types.readUInt32LE(place + 8) & 0xff_ffff;
        if (types.readUInt32LE(place) === wantedMember) return bits / 8;
      }
    }
    at += 12 + fixed + members * each;
  }
  return undefined;
}
