import { messageOrderings } from '#contract/messages.ts'
import { Field } from '#web/components/form/field.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { messageTexts } from '#web/texts/messages.texts.ts'
import { messageStateChoices } from './message.labels.ts'
import type { MessageFilter } from './message.query-options.ts'

interface MessageFiltersProps {
  filter: MessageFilter
  /** Gets what changed; an undefined value takes the filter away. */
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
      filters={[
        {
          key: 'state',
          label: messageTexts.state,
          value: filter.state ?? '',
          onValueChange: value => onChange({ state: value === 'new' || value === 'answered' ? value : undefined }),
          choices: messageStateChoices,
        },
      ]}
      extra={
        <Field label={messageTexts.sorting} className="sm:w-56">
          {control => (
            <NativeSelect
              {...control}
              value={filter.ordering ?? 'state'}
              onValueChange={value => onChange({ ordering: messageOrderings.find(ordering => ordering === value) })}
              choices={messageOrderings.map(value => ({ value, label: messageTexts.orderings[value] }))}
            />
          )}
        </Field>
      }
      onReset={onReset}
    />
  )
}
