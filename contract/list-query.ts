/** The query of a list's endpoint, derived from `lists.ts`. */
import * as z from 'zod/mini'
import { pageQuery } from './endpoint.ts'
import { calendarDate, calendarMonth, id } from './fields.ts'
import { searchLengthMax } from './limits.ts'
import type { List, Narrowing } from './lists.ts'

const text = z.string().check(z.maxLength(searchLengthMax, 'too_long'))

type Schemas<L extends List> = { readonly [Name in keyof L['filters']]?: z.ZodMiniType<string> }

type OwnWords<S> = { [Name in keyof S]?: S[Name] extends z.ZodMiniType<infer Word> ? Word | undefined : never }

/** The parameters of a list's endpoint: the page, the filters, the search and the ordering. */
export type ListQuery<L extends List> = z.output<typeof pageQuery> & Narrowing<L>

/** `schemas`: of filters whose words only the server checks. */
export function listQuery<const L extends List, S extends Schemas<L> = Record<never, never>>(
  list: L,
  schemas?: S,
): z.ZodMiniType<Omit<ListQuery<L>, keyof S> & OwnWords<S>> {
  const own: Readonly<Record<string, z.ZodMiniType | undefined>> = schemas ?? {}
  const filters = Object.entries(list.filters).map(([name, filter]) => [
    name,
    z.optional(own[name] ?? schemaOf(filter)),
  ])
  const query = z.extend(pageQuery, {
    ...(list.isSearched ? { search: z.optional(text) } : {}),
    ...Object.fromEntries(filters),
    ...(list.orderings ? { ordering: z.optional(z.enum(list.orderings, 'ordering.invalid')) } : {}),
  })
  // Made from the list, name by name.
  return query as unknown as z.ZodMiniType<Omit<ListQuery<L>, keyof S> & OwnWords<S>>
}

function schemaOf(filter: List['filters'][string]) {
  if (typeof filter !== 'string') return z.enum(filter)
  return { id, date: calendarDate, month: calendarMonth, text }[filter]
}
