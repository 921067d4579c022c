/**
 * Where toasts stand, so that they never cover the next step: at the lower right edge, beside an open drawer where there
 * is room, and off whatever has the focus and every button that is marked or sends a form.
 */

/** Edges in px, counted from the upper left corner of the window. */
export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** Room between toasts and whatever they stand beside; as far from the edges of the window. */
const gapPx = 16
/** Below it toasts are as wide as the window: nothing is beside them. */
const wideFromPx = 640

/**
 * What toasts stay off: a bar at the lower edge and a row of actions carry `data-keep-clear`; a button that sends a form
 * and those beside it need no mark.
 */
const keptClear = '[data-keep-clear], :has(> [type="submit"]) > :is(button, a)'

/** What has the focus is where work goes on (WCAG 2.4.11); a heading or a window with the focus is no control. */
const control = 'a, button, input, select, textarea, summary, [role="combobox"], [role="option"], [role="switch"]'

/** Measured anew with whatever may move one of the two, until the returned function is called. */
export function keepToasterClear(toaster: HTMLElement): () => void {
  let frame = 0
  const place = () => placeToaster(toaster)
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  place()
  const resized = new ResizeObserver(placeSoon)
  resized.observe(toaster)
  const changed = new MutationObserver(placeSoon)
  changed.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-open', 'data-closed'] })
  const events = ['resize', 'scroll', 'transitionend', 'focusin'] as const
  for (const name of events) addEventListener(name, placeSoon, { capture: true, passive: true })
  return () => {
    cancelAnimationFrame(frame)
    resized.disconnect()
    changed.disconnect()
    for (const name of events) removeEventListener(name, placeSoon, { capture: true })
  }
}

function placeToaster(toaster: HTMLElement): void {
  const drawer = document.querySelector<HTMLElement>('.drawer[data-open]')
  // Where the drawer stands when it has come in: on its way a transform moves it.
  const isBeside = innerWidth >= wideFromPx && drawer && drawer.offsetLeft >= toaster.offsetWidth + 2 * gapPx
  toaster.style.setProperty('--toaster-right', `${gapPx + (isBeside ? drawer.offsetWidth : 0)}px`)
  const { left, right, height } = toaster.getBoundingClientRect()
  const obstacles = [...document.querySelectorAll(keptClear), ...focused()]
    .filter(element => !toaster.contains(element) && !element.closest('[inert], [data-closed]'))
    .map(element => element.getBoundingClientRect())
  const bottom = clearBottom({ left, right, height }, obstacles, innerHeight)
  toaster.style.setProperty('--toaster-bottom', `${innerHeight - bottom}px`)
}

function focused(): Element[] {
  const { activeElement } = document
  return activeElement?.matches(control) ? [activeElement] : []
}

/** The lowest lower edge at which the column meets none of the boxes; the usual one where it meets one everywhere. */
export function clearBottom(
  column: { left: number; right: number; height: number },
  boxes: readonly Box[],
  windowHeight: number,
): number {
  const beside = boxes.filter(({ left, right, top, bottom }) => {
    const isShown = right > left && bottom > top
    return isShown && left < column.right && right > column.left
  })
  const usual = windowHeight - gapPx
  const places = [usual, ...beside.map(({ top }) => Math.min(top - gapPx, usual))].toSorted((a, b) => b - a)
  const isClear = (bottom: number) =>
    bottom - column.height >= 0 && beside.every(box => box.top >= bottom || box.bottom <= bottom - column.height)
  return places.find(isClear) ?? usual
}
