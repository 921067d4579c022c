import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { BillingRun, BillingRunDraft } from '#contract/billing-runs.ts'
import type { MissingData } from '#contract/invoices.ts'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import { Button } from '#web/components/action/button.tsx'
import { Badge } from '#web/components/display/badge.tsx'
import { Card } from '#web/components/display/card.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { formatEur } from '#web/lib/format/format.ts'
import { billingRunTexts } from '#web/texts/billing-runs.texts.ts'
import { missingPlaceTexts, missingTarget } from '#web/texts/missing-places.texts.ts'

interface BillingRunDraftsProps {
  run: BillingRun
  isAtWork: boolean
  invoiceLink: (invoice: BillingRunDraft['invoice'], label: ReactNode) => ReactNode
  placeLink: (missing: MissingData, draft: BillingRunDraft) => ReactNode
  onIssue: () => Promise<unknown>
}

/** The invoices of a run with their missing data, and the button that issues all complete ones. */
export function BillingRunDrafts({ run, isAtWork, invoiceLink, placeLink, onIssue }: BillingRunDraftsProps) {
  const [isAsking, setAsking] = useState(false)
  const ready = run.drafts.filter(draft => standingOf(draft) === 'ready' || standingOf(draft) === 'failed').length
  return (
    <Card title={texts.drafts}>
      {run.drafts.length === 0 ? (
        <EmptyState text={texts.noDrafts} />
      ) : (
        <div className="grid gap-5">
          <ul className="divide-y divide-hairline">
            {run.drafts.map(draft => (
              <li key={draft.invoice.id} className="grid gap-1.5 py-3">
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span className="min-w-0 wrap-anywhere">
                    {invoiceLink(draft.invoice, unbroken(draft.invoice.number ?? texts.draft))}
                    {' · '}
                    {draft.customer.name}
                  </span>
                  <span className="flex flex-wrap items-center gap-3">
                    {formatEur(draft.invoice.gross)}&nbsp;brutto
                    <Standing draft={draft} />
                  </span>
                </div>
                <Missing draft={draft} placeLink={placeLink} />
              </li>
            ))}
          </ul>
          {ready > 0 && !isAtWork ? (
            <Button
              variant="primary"
              icon={<IconCheck />}
              onClick={() => setAsking(true)}
              className="justify-self-start"
            >
              {texts.issue(ready)}
            </Button>
          ) : null}
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        tone="primary"
        title={texts.question(ready)}
        confirmLabel={texts.confirm}
        onConfirm={onIssue}
      >
        {texts.explanation}
      </ConfirmDialog>
    </Card>
  )
}

const texts = billingRunTexts

type DraftStanding = keyof typeof texts.states

function standingOf({ invoice, missing, failure }: BillingRunDraft): DraftStanding {
  if (invoice.state !== 'draft') return invoice.state
  if (missing === null) return 'unchecked'
  if (missing.length > 0) return 'incomplete'
  return failure === '' ? 'ready' : 'failed'
}

function Standing({ draft }: { draft: BillingRunDraft }) {
  const standing = standingOf(draft)
  const [tone, icon] = looks[standing]
  return (
    <Badge tone={tone} icon={icon}>
      {texts.states[standing]}
    </Badge>
  )
}

const looks = {
  issued: ['green', 'check'],
  cancelled: ['grey', 'cross'],
  ready: ['blue', 'check'],
  incomplete: ['amber', 'exclamation'],
  unchecked: ['grey', 'clock'],
  failed: ['red', 'cross'],
} as const

/** The missing parts by the page where they are entered, each page once with a link; a refusal as its sentence. */
function Missing({ draft, placeLink }: { draft: BillingRunDraft; placeLink: BillingRunDraftsProps['placeLink'] }) {
  const { invoice, missing, failure } = draft
  if (invoice.state !== 'draft') return null
  const refusal = Object.entries(errorTexts).find(([code]) => code === failure)?.[1]
  return (
    <ul className="grid gap-2 text-label">
      {refusal === undefined ? null : <li>{refusal}</li>}
      {[...Map.groupBy(missing ?? [], missingTarget)].map(([target, found]) => (
        <li key={target}>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-semibold">{missingPlaceTexts.places[target].title}</span>
            {found[0] === undefined ? null : placeLink(found[0], draft)}
          </p>
          <ul className="list-disc pl-5">
            {[...Map.groupBy(found, ({ message }) => message)].map(([message, same]) => (
              <li key={message}>{missingPlaceTexts.counted(message, same.length)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
