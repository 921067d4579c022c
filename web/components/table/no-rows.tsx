import type { ReactNode } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

export interface NoRowsProps {
  /** Shown if there are no rows at all. */
  empty: ReactNode
  /** If given, no rows means that none match the filters. */
  onResetFilters?: (() => void) | undefined
  /** The sentence for that case: `Keine Tickets passen zu dieser Auswahl.` */
  nothingFiltered?: string | undefined
}

/** Shown in place of a list's rows: none exist, or none match the filters. */
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
