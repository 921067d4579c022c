/** The rings are drawn once, in index.html. Hero and error pages show copies of them and cost no further bytes. */

let art: Element | null = null

/** Keeps the rings of the loading screen for later, before it goes. */
export function keepRingArt(loadingScreen: Element | null): void {
  art = loadingScreen?.querySelector('.rings') ?? null
}

/** A copy to put into the page; none where the page was made without a loading screen. */
export function takeRingArt(): Node[] {
  return art ? [withOwnIds(art.cloneNode(true))] : []
}

let copies = 0

/** The digits follow a path by its id, which must not lead into another copy. */
function withOwnIds(copy: Node): Node {
  if (!(copy instanceof Element)) return copy
  copies++
  for (const path of copy.querySelectorAll('path')) path.id += `-${copies}`
  for (const line of copy.querySelectorAll('textPath')) {
    line.setAttribute('href', `${line.getAttribute('href') ?? ''}-${copies}`)
  }
  return copy
}
