/** The order of a customer's links: places are counted from 1, without gaps. */

/** The order with one link at a place (from 1); a place past the end is the last one. */
export function orderWith(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter(other => other !== id)
  return others.toSpliced(position - 1, 0, id)
}

/** Whether both name the same links, each once, in whatever order. */
export function areSameLinks(some: readonly string[], others: readonly string[]): boolean {
  const wanted = new Set(others)
  return some.length === others.length && new Set(some).size === some.length && some.every(id => wanted.has(id))
}
