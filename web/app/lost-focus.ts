import { focusPage } from './focus-page.ts'
import { mainId } from './layouts/page-main.tsx'

/**
 * When the focused element is removed, as with a deleted row or a drawer opened by code, the browser moves the focus to
 * the body, and the keyboard starts over at the top. This moves it to the nearest remaining element (the next row or the
 * list's heading) or else to the page's heading. An open dialog keeps its own focus.
 */
export function catchLostFocus(): void {
  let last: EventTarget | null = null
  let place: Place = []
  const isLost = () => last instanceof Node && !last.isConnected && document.activeElement === document.body
  const bringBack = () => {
    if (!isLost() || document.querySelector('[role$="dialog"][data-open], dialog[open]')) return
    last = null
    if (!focusNear(place)) focusPage()
  }
  addEventListener('focusin', ({ target }) => {
    last = target
    if (target instanceof Element && target.closest(`#${mainId}`)) place = placeOf(target)
  })
  // One frame later, because the code that removed the element may choose a better target.
  new MutationObserver(() => {
    if (isLost()) requestAnimationFrame(bringBack)
  }).observe(document.body, { childList: true, subtree: true })
}

/** The lists and sections around an element, innermost first, with the child's index in each. */
type Place = readonly { around: Element; index: number }[]

function placeOf(element: Element): Place {
  const place: { around: Element; index: number }[] = []
  for (let child = element; child.parentElement; child = child.parentElement) {
    const around = child.parentElement
    if (around.matches('tbody, ul, ol, section')) place.push({ around, index: [...around.children].indexOf(child) })
  }
  return place
}

function focusNear(place: Place): boolean {
  for (const { around, index } of place) {
    if (!around.isConnected) continue
    const near = around.matches('section')
      ? around.querySelector<HTMLElement>('h2, h3')
      : (around.children[index] ?? around.lastElementChild)?.querySelector<HTMLElement>('a[href], button:enabled')
    if (!near) continue
    if (near.matches('h2, h3') && !near.hasAttribute('tabindex')) near.tabIndex = -1
    near.focus()
    return true
  }
  return false
}
