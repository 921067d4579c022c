import { focusPage } from './focus-page.ts'

/**
 * Where the focused element leaves the document, as a deleted row or a drawer nobody opened does, the browser drops the
 * focus to the body: the keyboard would start over at the top. It goes to the page's heading instead, unless a window
 * over the page is open, which keeps the focus itself.
 */
export function catchLostFocus(): void {
  let last: EventTarget | null = null
  const isLost = () => last instanceof Node && !last.isConnected && document.activeElement === document.body
  const bringBack = () => {
    if (!isLost() || document.querySelector('[role$="dialog"][data-open], dialog[open]')) return
    last = null
    focusPage()
  }
  addEventListener('focusin', ({ target }) => {
    last = target
  })
  // A frame later: whoever removed the element may have a better place.
  new MutationObserver(() => {
    if (isLost()) requestAnimationFrame(bringBack)
  }).observe(document.body, { childList: true, subtree: true })
}
