import { useState } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'

/** A field whose stored and typed values differ, both as displayed. */
export interface Difference {
  label: string
  stored: string
  typed: string
}

export interface ConflictDialogProps {
  open: boolean
  differences: readonly Difference[]
  explanation: string
  onLoadLatest: () => void
  /** Without it the versions are read-only. */
  onOverwrite: (() => Promise<unknown>) | undefined
  /** Returns to the form, keeping all input. */
  onPostpone: () => void
}

/** Another user saved in the meantime: shows both versions and lets the user choose. */
export function ConflictDialog({
  open,
  differences,
  explanation,
  onLoadLatest,
  onOverwrite,
  onPostpone,
}: ConflictDialogProps) {
  const [isBusy, setBusy] = useState(false)

  async function overwrite() {
    setBusy(true)
    try {
      await onOverwrite?.()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={next => (next || isBusy ? undefined : onPostpone())}
      title={commonTexts.conflict.title}
      description={explanation}
      footer={
        <>
          <Button fullOnPhone onClick={onPostpone} disabled={isBusy}>
            {commonTexts.keepEditing}
          </Button>
          <Button fullOnPhone onClick={onLoadLatest} disabled={isBusy}>
            {commonTexts.conflict.loadLatest}
          </Button>
          {onOverwrite ? (
            <Button variant="danger" fullOnPhone busy={isBusy} onClick={overwrite}>
              {commonTexts.conflict.overwrite}
            </Button>
          ) : null}
        </>
      }
    >
      {differences.length === 0 ? (
        <p>{commonTexts.conflict.noDifference}</p>
      ) : (
        <dl className="divide-y divide-hairline border-y border-hairline">
          {differences.map(difference => (
            <div key={difference.label} className="grid gap-2 py-3">
              <dt className="text-label font-semibold">{difference.label}</dt>
              <dd className="grid gap-2 sm:grid-cols-2">
                <Version label={commonTexts.conflict.stored} text={difference.stored} />
                <Version label={commonTexts.conflict.typed} text={difference.typed} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  )
}

function Version({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0 rounded-control bg-sunken px-3 py-2">
      <p className="text-small text-muted">{label}</p>
      <p className="max-h-40 overflow-y-auto whitespace-pre-line text-label">{text === '' ? '–' : text}</p>
    </div>
  )
}

/** The fields of two versions that differ as displayed. */
export function differencesBetween<Values>(
  stored: Values,
  typed: Values,
  fields: readonly { label: string; show: (values: Values) => string }[],
): Difference[] {
  return fields
    .map(({ label, show }) => ({ label, stored: show(stored), typed: show(typed) }))
    .filter(difference => difference.stored !== difference.typed)
}
