import type { FilterOf, List } from '#contract/lists.ts'
import type { ChoiceField } from './list-view.ts'

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
