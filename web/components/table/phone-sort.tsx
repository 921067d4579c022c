import { useId } from 'react'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { orderingOf, sortKeysOf, sortOf, type TableColumn, type TableSort } from './table-column.ts'

interface PhoneSortProps<Row> {
  columns: readonly TableColumn<Row>[]
  sort: TableSort | undefined
  onSortChange: (sort: TableSort) => void
}

/** A select for sorting on a phone, where the header with its sort buttons is hidden. */
export function PhoneSort<Row>({ columns, sort, onSortChange }: PhoneSortProps<Row>) {
  const id = useId()
  const choices = columns.flatMap(sortKeysOf).flatMap(({ key, header }) => [
    { value: `-${key}`, label: `${header}, ${commonTexts.descending}` },
    { value: key, label: `${header}, ${commonTexts.ascending}` },
  ])
  if (choices.length === 0) return null
  return (
    <div className="flex items-center gap-3 text-label sm:hidden">
      <label htmlFor={id} className="shrink-0 text-muted">
        {commonTexts.sorting}
      </label>
      <NativeSelect
        id={id}
        className="min-w-0 flex-1"
        value={sort ? orderingOf(sort) : ''}
        choices={sort ? choices : [{ value: '', label: commonTexts.noSelection }, ...choices]}
        onValueChange={ordering => {
          if (ordering !== '') onSortChange(sortOf(ordering))
        }}
      />
    </div>
  )
}
