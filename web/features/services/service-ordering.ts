import type { ServiceFilter } from './queries.ts'

/** Only what the API can sort by is a sortable column. */
export function serviceOrderingFrom(text: string): ServiceFilter['ordering'] {
  return orderings.find(ordering => ordering === text)
}

const orderings = ['name', '-name', 'type', '-type', 'createdAt', '-createdAt'] as const
