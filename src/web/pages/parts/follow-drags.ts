/// <reference lib="dom" />

/** Below this a person clicked. In pixels. */
const leastDrag = 8;

/**
 * The pointer over a chart: moving looks at a place, a click chooses it, and dragging with a mouse marks a range. A
 * finger scrolls the page.
 */
export function followDrags(
  frame: HTMLElement,
  chosen: HTMLElement,
  {
    onDrag,
    onLook,
    placeAt,
  }: {
    /** Undefined outside of the values. */
    placeAt(this: void, event: PointerEvent): number | undefined;
    onLook(this: void, place: number, isChosen: boolean): void;
    onDrag(this: void, first: number, end: number): void;
  },
): void {
  let from: { x: number; place: number } | undefined;
  frame.addEventListener('pointerdown', (event) => {
    const place = placeAt(event);
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.shiftKey) return;
    if (place !== undefined) from = { x: event.clientX, place };
  });
  frame.addEventListener('pointermove', (event) => {
    const place = placeAt(event);
    if (place !== undefined) onLook(place, false);
    if (from === undefined) return;
    const { left } = frame.getBoundingClientRect();
    chosen.hidden = Math.abs(event.clientX - from.x) < leastDrag;
    chosen.style.left = `${Math.min(event.clientX, from.x) - left}px`;
    chosen.style.width = `${Math.abs(event.clientX - from.x)}px`;
  });
  frame.addEventListener('pointerup', (event) => {
    const place = placeAt(event);
    const isDrag = !chosen.hidden;
    if (place !== undefined && from !== undefined && isDrag) onDrag(from.place, place);
    else if (place !== undefined && !isDrag) onLook(place, true);
    from = undefined;
    chosen.hidden = true;
  });
  frame.addEventListener('pointerleave', () => {
    from = undefined;
    chosen.hidden = true;
  });
}
