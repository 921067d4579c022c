import type { ReactNode } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

export interface NoRowsProps {
  /** In place of rows when there are none at all. */
  empty: ReactNode
  /** With it, no rows means that the filters fit none. */
  onResetFilters?: (() => void) | undefined
  /** The sentence for that: `Keine Tickets passen zu dieser Auswahl.` */
  nothingFiltered?: string | undefined
}

/** In the place of the rows of a list: there are none, or the filters fit none. */
export function NoRows({ empty, onResetFilters, nothingFiltered = commonTexts.nothingFiltered }: NoRowsProps) {
  if (!onResetFilters) return <div role="status">{empty}</div>
  return (
    <div role="status">
      <EmptyState
        text={nothingFiltered}
        action={<Button onClick={onResetFilters}>{commonTexts.resetFilters}</Button>}
      />
    </div>
  )
}
