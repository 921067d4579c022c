import { messageList } from '#contract/lists.ts'
import { Field } from '#web/components/form/field.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterChoices } from '#web/components/table/list-filters.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'
import type { MessageFilter } from './message.query-options.ts'

interface MessageFiltersProps {
  filter: MessageFilter
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: MessageFilter) => void
  onReset: () => void
}

/** Search, state and order above a list of messages. */
export function MessageFilters({ filter, onChange, onReset }: MessageFiltersProps) {
  return (
    <FilterBar
      search={{
        value: filter.search ?? '',
        onValueChange: search => onChange({ search: search || undefined }),
        placeholder: messageTexts.searchPlaceholder,
      }}
      filters={filterChoices(messageList, texts, filter, onChange)}
      extra={
        <Field label={messageTexts.sorting} className="sm:w-56">
          {control => (
            <NativeSelect
              {...control}
              value={filter.ordering ?? 'state'}
              onValueChange={value =>
                onChange({ ordering: messageList.orderings.find(ordering => ordering === value) })
              }
              choices={messageList.orderings.map(value => ({ value, label: messageTexts.orderings[value] }))}
            />
          )}
        </Field>
      }
      onReset={onReset}
    />
  )
}

const texts = { state: { label: messageTexts.state, words: messageTexts.states } }
