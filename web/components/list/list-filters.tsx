import { Fragment } from 'react'
import { Field } from '#web/components/form/field.tsx'
import { type Choice, NativeSelect } from '#web/components/form/native-select.tsx'
import { DateFilter } from '#web/components/table/date-filter.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { filterFieldClass } from '#web/components/table/filter-field-class.ts'
import type { FilterChoice } from '#web/components/table/filter-fields.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import type { DayField, FilterField, FilterName, ListFilter, OwnField } from './list-view.ts'

interface ListFiltersProps<Filter extends ListFilter> {
  fields: readonly FilterField<Filter>[]
  filter: Filter
  orderings?: readonly Choice[] | undefined
  usualOrdering?: string | undefined
  /** Without it there is no search field. */
  searchPlaceholder: string | undefined
  /** Called with changes; an undefined value removes the filter. */
  onChange: (change: Partial<Filter>) => void
  onReset: () => void
}

/** The filter bar of a list; nothing for a list without filters. */
export function ListFilters<Filter extends ListFilter>(props: ListFiltersProps<Filter>) {
  const { fields, filter, searchPlaceholder, onChange, onReset } = props
  if (searchPlaceholder === undefined && fields.length === 0 && !props.orderings) return null
  const choices = fields.flatMap(field => choiceOf(field, filter, onChange) ?? [])
  const others = fields.filter(field => !('choices' in field))
  const days = others.filter(field => 'day' in field)
  return (
    <FilterBar
      search={
        searchPlaceholder === undefined
          ? undefined
          : {
              value: filter.search ?? '',
              onValueChange: search => onChange(changeOf('search', search)),
              placeholder: searchPlaceholder,
            }
      }
      filters={choices}
      extra={
        others.length > 0 || props.orderings ? (
          <>
            {others.map(field => ('render' in field ? ownOf(field, filter, onChange) : null))}
            {days.length > 0 ? (
              <div className="filter-days">{days.map(field => dayOf(field, filter, onChange))}</div>
            ) : null}
            <OrderingField {...props} />
          </>
        ) : undefined
      }
      extraSetCount={others.filter(field => namesOf(field).some(name => filter[name] !== undefined)).length}
      onReset={onReset}
    />
  )
}

function OrderingField<Filter extends ListFilter>(props: ListFiltersProps<Filter>) {
  const { orderings, usualOrdering, filter, onChange } = props
  if (!orderings) return null
  return (
    <Field label={commonTexts.sorting} className={filterFieldClass}>
      {control => (
        <NativeSelect
          {...control}
          value={filter.ordering ?? usualOrdering}
          onValueChange={ordering => onChange(changeOf('ordering', ordering))}
          choices={orderings}
        />
      )}
    </Field>
  )
}

/** The filters a field sets. */
export function namesOf<Filter>(field: FilterField<Filter>): readonly FilterName<Filter>[] {
  if ('names' in field) return field.names
  return ['day' in field ? field.day : field.name]
}

type OnChange<Filter> = (change: Partial<Filter>) => void

function choiceOf<Filter>(
  field: FilterField<Filter>,
  filter: Filter,
  onChange: OnChange<Filter>,
): FilterChoice | undefined {
  if (!('choices' in field)) return undefined
  const { label, choices } = field
  if ('names' in field) {
    const onValueChange = (word: string) => onChange(field.write(word))
    return { key: field.names.join(), label, choices, value: field.read(filter), onValueChange }
  }
  return {
    key: field.name,
    label,
    choices,
    value: filterValue(filter, field.name) ?? '',
    onValueChange: word => onChange(changeOf(field.name, word)),
  }
}

function dayOf<Filter>({ day, label, from, to }: DayField<Filter>, filter: Filter, onChange: OnChange<Filter>) {
  return (
    <DateFilter
      key={day}
      label={label}
      value={filterValue(filter, day)}
      min={from && filterValue(filter, from)}
      max={to && filterValue(filter, to)}
      onChange={date => onChange(changeOf(day, date))}
    />
  )
}

function ownOf<Filter>({ name, render }: OwnField<Filter>, filter: Filter, onChange: OnChange<Filter>) {
  return <Fragment key={name}>{render(filterValue(filter, name), value => onChange(changeOf(name, value)))}</Fragment>
}

/** Every filter is a string: a word of the contract, an id or a day. */
function filterValue<Filter>(filter: Filter, name: FilterName<Filter>): string | undefined {
  return filter[name] as string | undefined
}

/** The values come from our own fields; an empty one removes the filter. */
function changeOf<Filter>(
  name: FilterName<Filter> | 'search' | 'ordering',
  value: string | undefined,
): Partial<Filter> {
  return { [name]: value || undefined } as Partial<Filter>
}
