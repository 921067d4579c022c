import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { faqEditingTexts } from '#web/texts/faq-editing.texts.ts'
import type { FaqFilter } from './faq-editing.query-options.ts'

interface FaqFiltersProps {
  filter: FaqFilter
  categories: readonly string[]
  /** Gets what changed; an undefined value takes the filter away. */
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
        {
          key: 'published',
          label: faqEditingTexts.state,
          value: filter.published ?? '',
          onValueChange: value => onChange({ published: value === 'true' || value === 'false' ? value : undefined }),
          choices: (['true', 'false'] as const).map(value => ({ value, label: faqEditingTexts.states[value] })),
        },
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
