/** The rings exist once, in index.html. Hero and error pages copy them at no further cost. */

let art: Element | null = null

/** Keeps the rings of the loading screen before it is removed. */
export function keepRingArt(loadingScreen: Element | null): void {
  art = loadingScreen?.querySelector('.rings') ?? null
}

/** A copy to insert into the page; empty if the page had no loading screen. */
export function takeRingArt(): Node[] {
  return art ? [withOwnIds(art.cloneNode(true))] : []
}

let copies = 0

/** The digits refer to a path by its id, which must be unique per copy. */
function withOwnIds(copy: Node): Node {
  if (!(copy instanceof Element)) return copy
  copies++
  for (const path of copy.querySelectorAll('path')) path.id += `-${copies}`
  for (const line of copy.querySelectorAll('textPath')) {
    line.setAttribute('href', `${line.getAttribute('href') ?? ''}-${copies}`)
  }
  return copy
}
