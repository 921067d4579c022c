import type { ReactNode } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

interface FilterDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onReset: (() => void) | undefined
  children: ReactNode
}

/** The filters of a `FilterBar` on a phone. They apply at once, to the list behind. */
export function FilterDrawer({ open, onOpenChange, onReset, children }: FilterDrawerProps) {
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={commonTexts.filter}
      footer={
        <>
          {onReset ? <Button onClick={onReset}>{commonTexts.resetFilters}</Button> : null}
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {commonTexts.showResults}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">{children}</div>
    </Drawer>
  )
}
