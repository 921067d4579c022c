import type { RealtimeAuthor } from '#contract/events.ts'
import { Button } from '#web/components/action/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { formatTime } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

interface NewerNoticeProps {
  /** Undefined if unknown. */
  by: RealtimeAuthor | undefined
  /** When it was saved, if the item has that field. */
  at: string | undefined
  onCompare: () => void
}

/** In a form: another user has saved the item being edited. Input stays as typed. */
export function NewerNotice({ by, at, onCompare }: NewerNoticeProps) {
  return (
    <Notice
      kind="warning"
      live
      action={
        <Button size="small" onClick={onCompare}>
          {texts.look}
        </Button>
      }
    >
      {texts.changed(by === undefined ? '' : texts.authors[by], at === undefined ? '' : formatTime(at))}
    </Notice>
  )
}

/** In a form: the item being edited was deleted. */
export function GoneNotice() {
  return (
    <Notice kind="warning" live>
      {texts.deleted}
    </Notice>
  )
}

const texts = commonTexts.newer
