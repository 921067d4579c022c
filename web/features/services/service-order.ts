import type { Service } from '#contract/services.ts'

/** Sorts services that are down first; the rest keeps its order. */
export function downFirst(one: Pick<Service, 'state'>, other: Pick<Service, 'state'>): number {
  return needOf(other) - needOf(one)
}

function needOf({ state }: Pick<Service, 'state'>): number {
  return state === 'problem' ? 1 : 0
}
