/** Numbers that look random and are the same every time. */
export type Random = {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<T>(from: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** The mulberry32 generator: small, and good enough to spread demo data. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    pick<T>(from: readonly T[]): T {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
    shuffle<T>(items: readonly T[]): T[] {
      const keyed = items.map(item => ({ item, key: next() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
    },
  }
}
