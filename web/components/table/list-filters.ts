import type { FilterOf, List } from '#contract/lists.ts'
import type { FilterChoice } from './filter-fields.tsx'

/** How a filter with words is called, and each of its words. */
export type FilterWords<Word extends string> = {
  readonly label: string
  readonly words: Readonly<Record<Word, string>>
}

type WordFilters<L extends List> = {
  [Name in keyof L['filters']]: L['filters'][Name] extends readonly string[] ? Name : never
}[keyof L['filters']]

/** The words of every filter of a list that has words. */
export type FilterTexts<L extends List> = {
  readonly [Name in WordFilters<L>]: FilterWords<NonNullable<FilterOf<L>[Name]>>
}

/** The selects of a `FilterBar` for the filters of a list that have texts, in the order of the texts. */
export function filterChoices<L extends List>(
  list: L,
  texts: Partial<FilterTexts<L>>,
  filter: FilterOf<L>,
  onChange: (change: FilterOf<L>) => void,
): FilterChoice[] {
  const entries = Object.entries<FilterWords<string> | undefined>(texts)
  return entries.flatMap(([key, text]) => {
    const words = list.filters[key]
    if (!text || !Array.isArray(words)) return []
    return {
      key,
      label: text.label,
      // The names are those of the list's filters, and so is what they hold.
      value: (filter as Record<string, string | undefined>)[key] ?? '',
      onValueChange: value => onChange({ [key]: words.find(word => word === value) } as FilterOf<L>),
      choices: words.map(value => ({ value, label: text.words[value] ?? value })),
    }
  })
}

/** The names of what narrows a list. */
export function filterNames<L extends List>(list: L): ('search' | (keyof L['filters'] & string))[] {
  return ['search', ...Object.keys(list.filters)]
}
