/** Finds rows in the queries that are on screen. */
import type { QueryClient } from '@tanstack/react-query'

export type ShownRow = Readonly<Record<string, unknown>>

/** How deep rows are nested in a result: a list, an item, the entries of an item. */
const depthMax = 4

/** The row with this id in any active query; undefined if none shows it. */
export function findShownRow(client: QueryClient, id: string): ShownRow | undefined {
  if (id === '') return undefined
  for (const query of client.getQueryCache().findAll({ type: 'active' })) {
    const row = findIn(query.state.data, id, depthMax)
    if (row) return row
  }
  return undefined
}

function findIn(data: unknown, id: string, depth: number): ShownRow | undefined {
  if (typeof data !== 'object' || data === null || depth === 0) return undefined
  if (Array.isArray(data)) {
    for (const item of data) {
      const row = findIn(item, id, depth)
      if (row) return row
    }
    return undefined
  }
  if ('id' in data && data.id === id) return data as ShownRow
  for (const value of Object.values(data)) {
    const row = findIn(value, id, depth - 1)
    if (row) return row
  }
  return undefined
}
