/** Every statement of a list that `prepareList` made. */
import type { List } from '#contract/lists.ts'
import type { ListFilter, ListVariant, Shape } from '#server/database/prepared-list.ts'
import { combine, flags } from './query-plans.ts'

export type AnyPreparedList = {
  readonly list: List
  readonly filters: readonly (readonly [string, ListFilter])[]
  readonly isOfCustomers: boolean
  readonly variantOf: (
    given: Pick<ListVariant, 'isScoped' | 'words'>,
    asked: Readonly<Record<string, unknown>>,
  ) => ListVariant
  readonly shapeOf: (variant: ListVariant, isCount: boolean) => Shape
}

/** All combinations of scope, ordering, filters, and with or without a search. */
export function variantsOf(prepared: AnyPreparedList): ListVariant[] {
  const { list, filters, isOfCustomers } = prepared
  const choices = filters.map(([name, filter]) => {
    const stated = list.filters[name]
    const words = filter.words ?? (typeof stated === 'string' || !stated ? ['value'] : stated)
    return [name, [undefined, ...(filter.isLiteral ? words : words.slice(0, 1))]] as const
  })
  const asked = combine({
    isScoped: isOfCustomers ? flags : [false],
    words: list.isSearched ? [0, 1] : [0],
    ordering: list.orderings ?? [undefined],
    ...Object.fromEntries(choices),
  })
  const variants = asked.map(({ isScoped, words, ...rest }) => prepared.variantOf({ isScoped, words }, rest))
  return [...new Map(variants.map(variant => [Object.values(variant).join(), variant])).values()]
}
