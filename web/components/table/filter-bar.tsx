import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { filterFieldClass } from './filter-field-class.ts'
import { type FilterChoice, FilterFields } from './filter-fields.tsx'
import { SearchInput, type SearchInputProps } from './search-input.tsx'
import './filter-bar.css'

export interface FilterBarProps {
  search?: Pick<SearchInputProps, 'value' | 'onValueChange' | 'placeholder' | 'label'> | undefined
  filters?: readonly FilterChoice[] | undefined
  /** Further filters, as fields with a label. `extraSetCount` is how many of them are set. */
  extra?: ReactNode
  extraSetCount?: number | undefined
  /** Shown while any filter is set. */
  onReset?: (() => void) | undefined
}

const FilterDrawer = lazy(async () => ({ default: (await import('./filter-drawer.tsx')).FilterDrawer }))

/** Search and filters above a list. Below 40rem the filters are in a drawer behind `Filter (2)`. */
export function FilterBar({ search, filters = [], extra, extraSetCount = 0, onReset }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const setCount = filters.filter(filter => filter.value !== '').length + extraSetCount
  const hasFilters = filters.length > 0 || extra !== undefined
  const isFiltered = setCount > 0 || (search?.value ?? '') !== ''
  return (
    <search className="flex flex-wrap items-end gap-3" data-screen-only="">
      {search ? <SearchInput {...search} isSlim className="min-w-0 flex-1 sm:max-w-96 sm:min-w-60" /> : null}
      {hasFilters ? (
        <>
          <Button
            className="sm:hidden"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            icon={<IconAdjustmentsHorizontal />}
            onClick={() => {
              setWasOpened(true)
              setOpen(true)
            }}
          >
            {setCount > 0 ? `${commonTexts.filter} (${setCount})` : commonTexts.filter}
          </Button>
          <div className="contents phone:hidden">
            <FilterFields filters={filters} extra={extra} className={filterFieldClass} />
          </div>
        </>
      ) : null}
      {onReset && isFiltered ? (
        <Button variant="quiet" className="phone:hidden" onClick={onReset}>
          {commonTexts.resetFilters}
        </Button>
      ) : null}
      {wasOpened ? (
        <Suspense>
          <FilterDrawer open={isOpen} onOpenChange={setOpen} onReset={setCount > 0 ? onReset : undefined}>
            <FilterFields filters={filters} extra={extra} />
          </FilterDrawer>
        </Suspense>
      ) : null}
    </search>
  )
}
