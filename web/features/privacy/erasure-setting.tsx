import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Erasure } from '#contract/erasures.ts'
import { Button } from '#web/components/button.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Notice } from '#web/components/notice.tsx'
import { SkeletonText } from '#web/components/skeleton.tsx'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { privacyTexts, type Speaker } from '#web/texts/privacy.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { erasureQuery } from './queries.ts'
import { RetainedInvoices } from './retained-invoices.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const texts = privacyTexts.erasure

export interface ErasureSettingProps {
  customerId: string
  speaker: Speaker
}

/** The end of an account: what goes and what stays, asked for, taken back, or done. */
export function ErasureSetting({ customerId, speaker }: ErasureSettingProps) {
  const query = useQuery(erasureQuery(customerId))
  if (query.isError && !query.data) {
    return <ErrorState text={texts.loadingFailed} onRetry={query.refetch} busy={query.isFetching} />
  }
  if (!query.data) return <SkeletonText lines={4} />
  const erasure = query.data
  if (erasure.state === 'done') return <Done erasure={erasure} />
  return erasure.state === 'waiting' ? (
    <Waiting customerId={customerId} speaker={speaker} erasure={erasure} />
  ) : (
    <Offer customerId={customerId} speaker={speaker} erasure={erasure} />
  )
}

type PartProps = ErasureSettingProps & { erasure: Erasure }

/** Before anybody asks: what would happen, and whether it can. */
function Offer({ customerId, speaker, erasure }: PartProps) {
  const [isAsking, setAsking] = useState(false)
  const [obstacle] = erasure.obstacles
  return (
    <div className="grid gap-5">
      <WhatHappens erasure={erasure} speaker={speaker} />
      {obstacle ? <Notice kind="info">{texts.obstacles[obstacle]?.[speaker] ?? texts.unknownObstacle}</Notice> : null}
      {erasure.permissions.includes('ask') ? (
        <div>
          <Button variant="danger" fullOnPhone onClick={() => setAsking(true)}>
            {texts.ask}
          </Button>
        </div>
      ) : null}
      <EraseDialog
        customerId={customerId}
        speaker={speaker}
        confirmation={erasure.confirmation}
        open={isAsking}
        onOpenChange={setAsking}
      />
    </div>
  )
}

/** Two weeks in which both sides can take it back. */
function Waiting({ customerId, speaker, erasure }: PartProps) {
  const [isAsking, setAsking] = useState(false)
  const { askedAt, askedBy, dueAt, obstacles, permissions } = erasure
  const [obstacle] = obstacles
  return (
    <div className="grid gap-5">
      <Notice kind="warning" title={texts.waitingTitle(formatDateTime(dueAt ?? ''))}>
        {texts.waiting(formatDateTime(askedAt ?? ''), askedBy === 'admin' ? 'admin' : 'customer', speaker)}
      </Notice>
      {obstacle ? <Notice kind="info">{texts.obstacles[obstacle]?.[speaker] ?? texts.unknownObstacle}</Notice> : null}
      <WhatHappens erasure={erasure} speaker={speaker} />
      {permissions.includes('withdraw') ? (
        <div>
          <Button variant="primary" fullOnPhone onClick={() => setAsking(true)}>
            {texts.withdraw}
          </Button>
        </div>
      ) : null}
      <WithdrawDialog customerId={customerId} open={isAsking} onOpenChange={setAsking} />
    </div>
  )
}

function WhatHappens({ erasure, speaker }: { erasure: Erasure; speaker: Speaker }) {
  const { keptInvoicesCount, keptUntil, openTicketsCount, unbilledEntriesCount } = erasure
  return (
    <div className="grid gap-3 text-label">
      <p>{texts.text[speaker]}</p>
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

/** Only the staff sees this: nobody else can log in any more. */
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
