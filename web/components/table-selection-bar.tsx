import type { ReactNode } from 'react'
import { formatCount } from '#web/lib/format.ts'
import { commonTexts } from '#web/texts/common.ts'
import { Button } from './button.tsx'

export interface TableSelection {
  /** Keys of the chosen rows, on all pages. */
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** Buttons that act on all chosen rows. */
  actions: ReactNode
}

/** Appears at the lower edge while rows are chosen: how many, and what can be done with them. */
export function TableSelectionBar({ selection }: { selection: TableSelection }) {
  const count = selection.selected.size
  return (
    <div role="status" data-screen-only="" className="stuck-low">
      {count > 0 ? (
        <div
          data-keep-clear=""
          className="flex animate-appear flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-hairline bg-surface px-4 py-3 shadow-float"
        >
          <p className="mr-auto text-label font-semibold tabular">{`${formatCount(count)} ${commonTexts.selected}`}</p>
          {selection.actions}
          <Button size="small" variant="quiet" onClick={() => selection.onChange(new Set())}>
            {commonTexts.clearSelection}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
