import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { ItemSkeleton } from './item-skeleton.tsx'

interface LoadedItemProps<Item, Key extends QueryKey> {
  query: UseQueryOptions<Item, Error, Item, Key>
  children: (item: Item) => ReactNode
  /** In its place until it is here. */
  held?: ReactNode
}

/** One item of the page's address once it is here; until then its place is held, and a failure is the error page's. */
export function LoadedItem<Item extends { id: string }, Key extends QueryKey>({
  query,
  children,
  held = <ItemSkeleton />,
}: LoadedItemProps<Item, Key>) {
  const { data: item, error } = useQuery(query)
  // Another item begins anew, with forms of its own.
  if (item) return <Fragment key={item.id}>{children(item)}</Fragment>
  if (error) throw error
  return held
}
