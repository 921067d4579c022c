import { type ReactNode, useDeferredValue } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { StickyBar } from '#web/components/display/sticky-bar.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

export interface TableSelection {
  /** Keys of the selected rows on all pages. */
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** Buttons that act on all selected rows. */
  actions: ReactNode
}

/** Appears at the lower edge while rows are selected: their number and the actions for them. */
export function TableSelectionBar({ selection }: { selection: TableSelection }) {
  const count = selection.selected.size
  return (
    <div role="status" data-screen-only="" className="contents">
      {count > 0 ? (
        <StickyBar>
          <p className="bar-words tabular">{`${formatCount(count)} ${commonTexts.selected}`}</p>
          <BarActions actions={selection.actions} />
          <Button size="small" variant="quiet" onClick={() => selection.onChange(new Set())}>
            {commonTexts.clearSelection}
          </Button>
        </StickyBar>
      ) : null}
    </div>
  )
}

/** Buttons with their windows take time to load and render: the row's box responds before that. */
function BarActions({ actions }: { actions: ReactNode }) {
  return <div className="bar-actions">{useDeferredValue(actions, null)}</div>
}
