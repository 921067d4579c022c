import { Button } from '#web/components/action/button.tsx'
import { StickyBar } from '#web/components/display/sticky-bar.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { SubmitButton } from './submit-button.tsx'

interface SaveBarProps {
  /** From the first change until it is saved or discarded. */
  isShown: boolean
  saveLabel: string
  onDiscard: () => void
}

/** At the end of a long form, and at the foot of the window while the form goes on below: what is to become of the changes. */
export function SaveBar({ isShown, saveLabel, onDiscard }: SaveBarProps) {
  return (
    <>
      {/* There from the start: what is put into it later is spoken. */}
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
