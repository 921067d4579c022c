import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

export interface PagerProps {
  /** Names the paged list: `Tickets`. */
  label: string
  /** From 1. */
  page: number
  pageSize: number
  /** Number of rows on all pages. */
  count: number
  onPageChange: (page: number) => void
  /** Without it the page size is fixed. */
  onPageSizeChange?: ((pageSize: number) => void) | undefined
  pageSizes?: readonly number[] | undefined
}

/** Shows which of how many rows are visible and links to other pages. Renders nothing for a single page. */
export function Pager({
  label,
  page,
  pageSize,
  count,
  onPageChange,
  onPageSizeChange,
  pageSizes = [10, 25, 50, 100],
}: PagerProps) {
  const sizeId = useId()
  const pageCount = Math.max(1, Math.ceil(count / pageSize))
  if (count === 0) return null
  const sizes = [...new Set([...pageSizes, pageSize])].sort((a, b) => a - b)
  return (
    <nav
      aria-label={`${label}: ${commonTexts.pages}`}
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-label"
    >
      <p role="status" className="tabular text-muted">
        {rangeText(page, pageSize, count)}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {onPageSizeChange && count > Math.min(...sizes) ? (
          <div className="flex items-center gap-2 phone:hidden">
            <label htmlFor={sizeId} className="text-muted">
              {commonTexts.perPage}
            </label>
            <NativeSelect
              id={sizeId}
              compact
              className="w-20"
              value={String(pageSize)}
              onValueChange={size => onPageSizeChange(Number(size))}
              choices={sizes.map(size => ({ value: String(size), label: String(size) }))}
            />
          </div>
        ) : null}
        {pageCount > 1 ? (
          <PageSteps label={label} page={page} pageCount={pageCount} onPageChange={onPageChange} />
        ) : null}
      </div>
    </nav>
  )
}

interface PageStepsProps {
  label: string
  page: number
  pageCount: number
  onPageChange: (page: number) => void
}

function PageSteps({ label, page, pageCount, onPageChange }: PageStepsProps) {
  const shownPages = pageCount <= jumpPagesMax ? Array.from({ length: pageCount }, (_, index) => index + 1) : undefined
  return (
    <div className="flex items-center gap-2">
      <IconButton
        framed
        size="small"
        label={commonTexts.previousPage}
        icon={<IconChevronLeft aria-hidden="true" />}
        disabled={page <= 1}
        onClick={() => onPageChange(page - 1)}
      />
      {shownPages ? (
        <NativeSelect
          compact
          className="w-44"
          aria-label={`${label}: ${commonTexts.page}`}
          value={String(page)}
          onValueChange={chosen => onPageChange(Number(chosen))}
          choices={withCurrent(shownPages, page).map(number => ({
            value: String(number),
            label: `${commonTexts.page} ${number} ${commonTexts.ofCount} ${pageCount}`,
          }))}
        />
      ) : (
        <span className="tabular px-1">
          {`${commonTexts.page} ${formatCount(page)} ${commonTexts.ofCount} ${formatCount(pageCount)}`}
        </span>
      )}
      <IconButton
        framed
        size="small"
        label={commonTexts.nextPage}
        icon={<IconChevronRight aria-hidden="true" />}
        disabled={page >= pageCount}
        onClick={() => onPageChange(page + 1)}
      />
    </div>
  )
}

/** Beyond this number a select with all pages is no help. */
const jumpPagesMax = 200

/** A page past the end is still an option, so the select shows the current page. */
function withCurrent(pages: readonly number[], page: number): readonly number[] {
  return pages.includes(page) ? pages : [...pages, page]
}

function rangeText(page: number, pageSize: number, count: number): string {
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, count)
  const range = first > last ? '0' : first === last ? formatCount(first) : `${formatCount(first)}–${formatCount(last)}`
  return `${range} ${commonTexts.ofCount} ${formatCount(count)}`
}
