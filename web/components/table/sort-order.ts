/** The arithmetic of a list in manual order. */

/** The keys with one moved to another index; an index outside the list becomes the nearest one inside. */
export function withMoved(keys: readonly string[], key: string, to: number): string[] {
  const others = keys.filter(other => other !== key)
  return others.toSpliced(Math.min(Math.max(to, 0), others.length), 0, key)
}

/** Top and height of a row, in px from the top of the page. */
export type RowBox = { readonly top: number; readonly height: number }

/** The index of a row dragged by some px: it passes a neighbour once it covers half of it. */
export function placeAt(boxes: readonly RowBox[], from: number, draggedPx: number): number {
  const dragged = boxes[from]
  if (!dragged) return from
  const [top, bottom] = [dragged.top + draggedPx, dragged.top + draggedPx + dragged.height]
  return boxes.filter((box, index) => {
    const middle = box.top + box.height / 2
    if (index === from) return false
    return index < from ? top > middle : bottom > middle
  }).length
}

/** The offset of the row at `index` that makes room while the row at `from` is dragged over `to`. */
export function roomPx(boxes: readonly RowBox[], from: number, to: number, index: number): number {
  const dragged = boxes[from]
  if (!dragged || index === from) return 0
  const below = boxes[from + 1]
  const above = boxes[from - 1]
  const step = below ? below.top - dragged.top : above ? dragged.top + dragged.height - above.top - above.height : 0
  if (index > from && index <= to) return -step
  return index < from && index >= to ? step : 0
}
