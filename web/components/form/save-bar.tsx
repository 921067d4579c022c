import { Button } from '#web/components/action/button.tsx'
import { StickyBar } from '#web/components/display/sticky-bar.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { SubmitButton } from './submit-button.tsx'

interface SaveBarProps {
  /** True from the first change until it is saved or discarded. */
  isShown: boolean
  saveLabel: string
  onDiscard: () => void
}

/** The actions for unsaved changes, at the end of a long form and sticky at the lower edge of the window. */
export function SaveBar({ isShown, saveLabel, onDiscard }: SaveBarProps) {
  return (
    <>
      {/* Rendered from the start, so screen readers announce content added later. */}
      <p role="status" className="sr-only">
        {isShown ? commonTexts.unsaved.changes : null}
      </p>
      {isShown ? (
        <StickyBar isLowest>
          <p aria-hidden="true" className="bar-words">
            {commonTexts.unsaved.changes}
          </p>
          <div className="bar-actions">
            <Button variant="quiet" onClick={onDiscard}>
              {commonTexts.unsaved.discard}
            </Button>
            <SubmitButton>{saveLabel}</SubmitButton>
          </div>
        </StickyBar>
      ) : null}
    </>
  )
}
