import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BillableEntry } from '#contract/invoices.ts'
import { billableEntriesQuery, type WorkChoice } from './invoice.query-options.ts'

/**
 * Entries that a draft can contain: its own, and a page of those on no invoice; another choice begins with its first
 * page. Remembers all entries shown so far, because selected ones may be on another page.
 */
export function useBillableEntries(customerId: string, own: readonly BillableEntry[], choice: WorkChoice = {}) {
  const key = [customerId, choice.tickets, choice.from, choice.to].join(' ')
  const [shown, setShown] = useState({ key, page: 1 })
  const page = shown.key === key ? shown.page : 1
  const list = useQuery({ ...billableEntriesQuery(customerId, page, choice), enabled: customerId !== '' })
  const waiting = list.data?.results
  const known = useRef(new Map<string, BillableEntry>())
  for (const entry of [...own, ...(waiting ?? [])]) known.current.set(entry.id, entry)
  const shownOwn = page === 1 ? own : []
  const rows = waiting && [...shownOwn, ...waiting.filter(({ id }) => !own.some(entry => entry.id === id))]
  return {
    rows: rows?.toSorted((a, b) => compare(a.date, b.date) || compare(a.id, b.id)),
    count: list.data?.count ?? 0,
    page,
    setPage: (next: number) => setShown({ key, page: next }),
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
