/**
 * Places toasts where they never cover the next step: at the lower right edge, next to an open drawer if there is room,
 * and clear of the focused element and of every button that is marked or submits a form.
 */

/** Edges in px, counted from the upper left corner of the window. */
export type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** Distance between toasts and their neighbours or the edges of the window. */
const gapPx = 16
/** Below this width toasts are as wide as the window. */
const wideFromPx = 640

/**
 * Elements that toasts stay clear of: a bar at the lower edge and a row of actions carry `data-keep-clear`; a submit
 * button and its siblings need no attribute.
 */
const keptClear = '[data-keep-clear], :has(> [type="submit"]) > :is(button, a)'

/** The focused control must stay visible (WCAG 2.4.11). A focused heading or dialog is no control. */
const control = 'a, button, input, select, textarea, summary, [role="combobox"], [role="option"], [role="switch"]'

/** Measures after every change that may move toasts or boxes, until the returned function is called. */
export function keepToasterClear(toaster: HTMLElement): () => void {
  let frame = 0
  const place = () => {
    // A press moves the focus into the toast: moving its button away before the release would lose the click.
    if (!toaster.matches(':active')) placeToaster(toaster)
  }
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
  // The drawer's final position: a transform moves it during its animation.
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

/** The lowest bottom edge at which the column overlaps no box; the usual one if it always does. */
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
