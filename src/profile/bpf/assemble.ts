/**
 * A code, destination and source register in one byte (source first), a 16-bit offset and a 32-bit value. The offset
 * of a jump may be a label: another line that is a text.
 */
export type Line =
  | [code: number, registers: number, offset: number | string, value: number]
  | string;

const bytesOfInstruction = 8;

/** The instructions of a program in the form that the kernel loads, see Documentation/bpf/standardization. */
export function assemble(lines: readonly Line[]): Buffer {
  const labels = new Map<string, number>();
  const instructions = lines.filter((line) => typeof line !== 'string');
  let at = 0;
  for (const line of lines) {
    if (typeof line === 'string') labels.set(line, at);
    else at += 1;
  }
  const program = Buffer.alloc(instructions.length * bytesOfInstruction);
  instructions.forEach(([code, registers, offset, value], index) => {
    const place = index * bytesOfInstruction;
    const target = typeof offset === 'number' ? offset : (labels.get(offset) ?? at) - index - 1;
    program.writeUInt8(code, place);
    program.writeUInt8(registers, place + 1);
    program.writeInt16LE(target, place + 2);
    program.writeInt32LE(value | 0, place + 4);
  });
  return program;
}

/** `r0 = the element of the map whose 32-bit key is 0`, or a jump to the label where there is none. */
export function findOnlyElement(map: number, otherwise: string): Line[] {
  return [
    [0x62, 0x0a, -4, 0], // key on the stack = 0
    [0xbf, 0xa2, 0, 0], // r2 = stack
    [0x07, 0x02, 0, -4], // r2 = address of the key
    ...loadMap(1, map),
    [0x85, 0x00, 0, 1], // r0 = bpf_map_lookup_elem
    [0x15, 0x00, otherwise, 0], // 0: there is none
  ];
}

/** A wide instruction: the register holds the map. */
export function loadMap(register: number, map: number): Line[] {
  return [
    [0x18, 0x10 + register, 0, map],
    [0x00, 0x00, 0, 0],
  ];
}
