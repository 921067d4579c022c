import type { RealtimeAuthor } from '#contract/events.ts'
import { Button } from '#web/components/action/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { formatTime } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

interface NewerNoticeProps {
  /** Undefined where nobody knows. */
  by: RealtimeAuthor | undefined
  /** When it was saved, where the item says so. */
  at: string | undefined
  onLook: () => void
}

/** In a form: somebody else has saved what is being edited. What is typed stays as it is. */
export function NewerNotice({ by, at, onLook }: NewerNoticeProps) {
  return (
    <Notice
      kind="warning"
      live
      action={
        <Button size="small" onClick={onLook}>
          {texts.look}
        </Button>
      }
    >
      {texts.changed(by === undefined ? '' : texts.authors[by], at === undefined ? '' : formatTime(at))}
    </Notice>
  )
}

/** In a form: what is being edited is gone. */
export function GoneNotice() {
  return (
    <Notice kind="warning" live>
      {texts.deleted}
    </Notice>
  )
}

const texts = commonTexts.newer
