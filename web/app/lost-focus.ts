import { focusPage } from './focus-page.ts'
import { mainId } from './layouts/page-main.tsx'

/**
 * Where the focused element leaves the document, as a deleted row or a drawer nobody opened does, the browser drops the
 * focus to the body: the keyboard would start over at the top. It goes to what stands beside the place where it was last
 * (the next row, or the heading of the list), or to the page's heading, unless a window over the page is open, which
 * keeps the focus itself.
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
  // A frame later: whoever removed the element may have a better place.
  new MutationObserver(() => {
    if (isLost()) requestAnimationFrame(bringBack)
  }).observe(document.body, { childList: true, subtree: true })
}

/** The lists and sections around an element, the innermost first, each with the position of its child around it. */
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
