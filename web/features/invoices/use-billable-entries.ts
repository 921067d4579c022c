import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BillableEntry } from '#contract/invoices.ts'
import { billableEntriesQuery } from './invoice.query-options.ts'

/**
 * Entries that a draft can contain: its own, and a page of those on no invoice. Remembers all entries shown so far,
 * because selected ones may be on another page.
 */
export function useBillableEntries(customerId: string, own: readonly BillableEntry[]) {
  const [page, setPage] = useState(1)
  const list = useQuery({ ...billableEntriesQuery(customerId, page), enabled: customerId !== '' })
  const waiting = list.data?.results
  const known = useRef(new Map<string, BillableEntry>())
  for (const entry of [...own, ...(waiting ?? [])]) known.current.set(entry.id, entry)
  const shownOwn = page === 1 ? own : []
  const rows = waiting && [...shownOwn, ...waiting.filter(({ id }) => !own.some(entry => entry.id === id))]
  return {
    rows: rows?.toSorted((a, b) => compare(a.date, b.date) || compare(a.id, b.id)),
    count: list.data?.count ?? 0,
    page,
    setPage,
    isFetching: list.isFetching,
    isError: list.isError,
    refetch: list.refetch,
    /** The entries among these ids that have been shown. */
    find: (ids: readonly string[]): BillableEntry[] => ids.flatMap(id => known.current.get(id) ?? []),
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
