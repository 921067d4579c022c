import { Button } from '#web/components/action/button.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { Notice } from './notice.tsx'

export interface ErrorStateProps {
  text: string
  onRetry?: (() => void) | undefined
  /** True while the retry runs. */
  busy?: boolean | undefined
  lang?: string | undefined
}

/** Shown in place of content that could not be loaded, with a retry button. */
export function ErrorState({ text, onRetry, busy = false, lang }: ErrorStateProps) {
  return (
    <Notice
      kind="error"
      live
      {...(lang ? { lang } : {})}
      action={
        onRetry ? (
          <Button size="small" busy={busy} onClick={onRetry} lang="de">
            {commonTexts.retry}
          </Button>
        ) : null
      }
    >
      {text}
    </Notice>
  )
}
