import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Erasure } from '#contract/erasures.ts'
import { Button } from '#web/components/action/button.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { formatDate, formatDateTime } from '#web/lib/format/format.ts'
import { privacyTexts, type Speaker } from '#web/texts/privacy.texts.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { erasureQuery } from './privacy.query-options.ts'
import { RetainedInvoices } from './retained-invoices.tsx'
import { WaitingNotice } from './waiting-notice.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const texts = privacyTexts.erasure

export interface ErasureSettingProps {
  customerId: string
  speaker: Speaker
}

/** Account deletion: its consequences, the request, its withdrawal and the result. */
export function ErasureSetting({ customerId, speaker }: ErasureSettingProps) {
  const query = useQuery(erasureQuery(customerId))
  if (query.isError && !query.data) {
    return <ErrorState text={texts.loadingFailed} onRetry={query.refetch} busy={query.isFetching} />
  }
  if (!query.data) return <SkeletonText lines={4} />
  const erasure = query.data
  if (erasure.state === 'done') return <Done erasure={erasure} />
  return <Account customerId={customerId} speaker={speaker} erasure={erasure} />
}

type PartProps = ErasureSettingProps & { erasure: Erasure }

/**
 * The consequences and any obstacles, and after a request the two weeks in which both sides can withdraw it. One button
 * for both, so the dialog can return the focus to it.
 */
function Account({ customerId, speaker, erasure }: PartProps) {
  const [asked, setAsked] = useState<'ask' | 'withdraw' | null>(null)
  const { state, confirmation, obstacles, permissions } = erasure
  const [obstacle] = obstacles
  const isWaiting = state === 'waiting'
  const offered = isWaiting ? 'withdraw' : 'ask'
  const close = () => setAsked(null)
  return (
    <div className="grid gap-5">
      {isWaiting || state === 'running' ? <WaitingNotice erasure={erasure} speaker={speaker} /> : null}
      <WhatHappens erasure={erasure} speaker={speaker} />
      {obstacle ? <Notice kind="info">{texts.obstacles[obstacle]?.[speaker] ?? texts.unknownObstacle}</Notice> : null}
      {permissions.includes(offered) ? (
        <div>
          <Button variant={isWaiting ? 'primary' : 'danger'} fullOnPhone onClick={() => setAsked(offered)}>
            {isWaiting ? texts.withdraw : texts.ask}
          </Button>
        </div>
      ) : null}
      <EraseDialog
        customerId={customerId}
        speaker={speaker}
        confirmation={confirmation}
        open={asked === 'ask'}
        onOpenChange={close}
      />
      <WithdrawDialog customerId={customerId} open={asked === 'withdraw'} onOpenChange={close} />
    </div>
  )
}

function WhatHappens({ erasure, speaker }: { erasure: Erasure; speaker: Speaker }) {
  const { state, keptInvoicesCount, keptUntil, openTicketsCount, unbilledEntriesCount } = erasure
  return (
    <div className="grid gap-3 text-label">
      {state === 'running' ? null : <p>{state === 'waiting' ? texts.untilThen[speaker] : texts.text[speaker]}</p>}
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>{texts.goes}</li>
        <li>
          {keptUntil === null || keptInvoicesCount === 0
            ? texts.nothingStays
            : texts.stays(keptInvoicesCount, formatDate(keptUntil))}
        </li>
        <li>{texts.backups}</li>
        {openTicketsCount > 0 ? <li>{texts.openTickets(openTicketsCount)}</li> : null}
        {unbilledEntriesCount > 0 && speaker === 'admin' ? <li>{texts.unbilled(unbilledEntriesCount)}</li> : null}
      </ul>
    </div>
  )
}

/** Visible to staff only: nobody else can log in after the deletion. */
function Done({ erasure: { doneAt, keptUntil, retainedInvoices = [] } }: { erasure: Erasure }) {
  return (
    <div className="grid gap-5">
      <Notice kind="info" title={texts.doneTitle(formatDateTime(doneAt ?? ''))}>
        {keptUntil === null ? texts.done : texts.doneUntil(formatDate(keptUntil))}
      </Notice>
      <RetainedInvoices invoices={retainedInvoices} />
    </div>
  )
}
