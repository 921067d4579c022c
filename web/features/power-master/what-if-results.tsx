import { Button } from '#web/components/action/button.tsx'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { whatIfTexts } from '#web/texts/what-if.texts.ts'
import { AskButton } from './ask-button.tsx'
import { savingText } from './what-if.labels.ts'
import type { WhatIfAnswer } from './what-if-answer.ts'
import { WhatIfDay } from './what-if-day.tsx'
import { searchOf, type WhatIfHouse } from './what-if-house.ts'
import { WhatIfTable } from './what-if-table.tsx'

const texts = whatIfTexts

export interface WhatIfResultsProps {
  answer: WhatIfAnswer
  /** The current input; the answer may still be the previous one. */
  house: WhatIfHouse
  state: 'idle' | 'busy' | 'failed'
  onRetry: () => void
}

export function WhatIfResults({ answer, house, state, onRetry }: WhatIfResultsProps) {
  const sentence = savingText(answer)
  const link = `${location.origin}/power-master?${new URLSearchParams(searchOf(house))}#ausprobieren`
  return (
    <section aria-label={texts.result} className="grid min-w-0 gap-5">
      <div
        aria-busy={state === 'busy'}
        className="grid gap-5 rounded-panel border border-hairline bg-surface p-5 sm:p-8"
      >
        {state === 'failed' ? (
          <Notice
            kind="error"
            live
            title={texts.failedTitle}
            action={
              <Button size="small" onClick={onRetry}>
                {texts.retry}
              </Button>
            }
          >
            {texts.failed}
          </Notice>
        ) : null}
        <p role="status" className="what-if-sentence text-lead">
          {state === 'busy' ? texts.computing : sentence}
        </p>
        {answer.isByRules ? <Notice kind="warning">{texts.byRules}</Notice> : null}
        <WhatIfTable results={answer.results} />
        <WhatIfDay answer={answer} />
      </div>
      <div data-screen-only="" className="flex flex-wrap items-center gap-3">
        <AskButton house={house} sentence={sentence} link={link} />
        <span className="flex items-center gap-2 text-label text-muted">
          {texts.copyLink}
          <CopyButton value={link} name={texts.copyLink} labelled />
        </span>
      </div>
      <div className="grid gap-2 text-muted text-small">
        <p className="font-medium text-ink">{texts.promise}</p>
        <p>{texts.source}</p>
        <p>{texts.assumptions}</p>
      </div>
    </section>
  )
}
