import type { FilterOf, List } from '#contract/lists.ts'
import type { ChoiceField, FilterName, WordField } from './list-view.ts'

/** The label of a filter and of each of its words. */
export type FilterWords<Word extends string> = {
  readonly label: string
  readonly words: Readonly<Record<Word, string>>
}

type WordFilters<L extends List> = {
  [Name in keyof L['filters']]: L['filters'][Name] extends readonly string[] ? Name : never
}[keyof L['filters']]

/** The labels of all filters of a list that have words. */
export type FilterTexts<L extends List> = {
  readonly [Name in WordFilters<L>]: FilterWords<NonNullable<FilterOf<L>[Name]>>
}

/** The selects for the filters of a list that have texts, in the order of the texts. */
export function choiceFields<L extends List>(list: L, texts: Partial<FilterTexts<L>>): ChoiceField<FilterOf<L>>[] {
  const entries = Object.entries<FilterWords<string> | undefined>(texts)
  return entries.flatMap(([name, text]) => {
    const words = list.filters[name]
    if (!text || !Array.isArray(words)) return []
    return {
      // The keys of the texts are filters of the list.
      name: name as ChoiceField<FilterOf<L>>['name'],
      label: text.label,
      choices: words.map(value => ({ value, label: text.words[value] ?? value })),
    }
  })
}

type CombinedList = List & { readonly combined: NonNullable<List['combined']> }

/** A select whose words set several filters; it offers the words that have a text. */
export function combinedField<L extends CombinedList, Name extends Extract<keyof L['combined'], string>>(
  list: L,
  name: Name,
  text: { readonly label: string; readonly words: Readonly<Record<string, string>> },
): WordField<FilterOf<L>> {
  const filters = Object.entries(list.combined[name] ?? {})
  // The contract combines filters of the same list.
  const names = [...new Set(filters.flatMap(([, filter]) => Object.keys(filter)))] as FilterName<FilterOf<L>>[]
  const nothing = Object.fromEntries(names.map(filter => [filter, undefined]))
  return {
    names,
    label: text.label,
    choices: filters.flatMap(([value]) => {
      const label = text.words[value]
      return label === undefined ? [] : { value, label }
    }),
    read: filter =>
      filters.findLast(([, values]) =>
        Object.entries(values).every(([part, value]) => filter[part as keyof FilterOf<L>] === value),
      )?.[0] ?? '',
    write: word => ({ ...nothing, ...filters.find(([value]) => value === word)?.[1] }) as Partial<FilterOf<L>>,
  }
}
