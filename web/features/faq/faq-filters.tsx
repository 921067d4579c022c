import { editableFaqList } from '#contract/lists.ts'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterChoices } from '#web/components/table/list-filters.ts'
import { faqEditingTexts } from '#web/texts/faq-editing.texts.ts'
import type { FaqFilter } from './faq-editing.query-options.ts'

interface FaqFiltersProps {
  filter: FaqFilter
  categories: readonly string[]
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: FaqFilter) => void
  onReset: () => void
}

/** Search, state and topic above the questions. */
export function FaqFilters({ filter, categories, onChange, onReset }: FaqFiltersProps) {
  const shown = filter.category && !categories.includes(filter.category) ? [...categories, filter.category] : categories
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: faqEditingTexts.searchPlaceholder,
      }}
      filters={[
        ...filterChoices(editableFaqList, texts, filter, onChange),
        {
          key: 'category',
          label: faqEditingTexts.category,
          value: filter.category ?? '',
          onValueChange: value => onChange({ category: value || undefined }),
          choices: shown.map(value => ({ value, label: value })),
        },
      ]}
      onReset={onReset}
    />
  )
}

const texts = { published: { label: faqEditingTexts.state, words: faqEditingTexts.states } }
