/** What one line of a paragraph may begin and a later one end, told from that line alone. */

/** Whether a run of backticks is left that inline code could begin with: CommonMark's rule for one line. */
export function leavesTicksOpen(line: string): boolean {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: ticks, index }) => ({
    length: ticks.length,
    // A backslash takes the first backtick away, but only where it would begin.
    beginLength: ticks.length - (isEscaped(line, index) ? 1 : 0),
  }));
  const placesOfLength = new Map<number, number[]>();
  for (const [place, { length }] of runs.entries()) {
    const places = placesOfLength.get(length);
    if (places === undefined) placesOfLength.set(length, [place]);
    else places.push(place);
  }
  // From the end of each list, so that what lies behind is left out once.
  for (const places of placesOfLength.values()) places.reverse();
  for (let place = 0; place < runs.length; place += 1) {
    const wanted = runs[place]?.beginLength ?? 0;
    if (wanted === 0) continue;
    const places = placesOfLength.get(wanted) ?? [];
    while ((places.at(-1) ?? Infinity) <= place) places.pop();
    const end = places.at(-1);
    if (end === undefined) return true;
    place = end;
  }
  return false;
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** Whether a link, a picture's words or something struck out may go on in the next line. */
export function leavesInlineOpen(line: string): boolean {
  if (/^ {0,3}\[/.test(line) && line.includes(']:')) return true;
  if (line.lastIndexOf('[') > line.lastIndexOf(']')) return true;
  if (line.lastIndexOf('](') > line.lastIndexOf(')')) return true;
  return line.split('~~').length % 2 === 0;
}

/** Whether a tag of HTML may go on in the next line, so that what follows stands in an attribute. */
export function leavesTagOpen(line: string): boolean {
  if (!/<[a-z/]/i.test(line)) return false;
  if (/<[a-z/]/i.test(line.slice(line.lastIndexOf('>') + 1))) return true;
  return ['"', "'"].some((quote) => line.split(quote).length % 2 === 0);
}
