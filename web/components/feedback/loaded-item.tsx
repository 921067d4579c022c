import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { ItemSkeleton } from './item-skeleton.tsx'

interface LoadedItemProps<Item, Key extends QueryKey> {
  query: UseQueryOptions<Item, Error, Item, Key>
  children: (item: Item) => ReactNode
  /** Shown while the item loads. */
  held?: ReactNode
}

/** Renders the item of the page's address once it has loaded; a placeholder until then. The error page handles failures. */
export function LoadedItem<Item extends { id: string }, Key extends QueryKey>({
  query,
  children,
  held = <ItemSkeleton />,
}: LoadedItemProps<Item, Key>) {
  const { data: item, error } = useQuery(query)
  // The key resets the state, including forms, for another item.
  if (item) return <Fragment key={item.id}>{children(item)}</Fragment>
  if (error) throw error
  return held
}
