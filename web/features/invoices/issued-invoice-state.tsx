import type { ReactNode } from 'react'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { standingLooks, standingOf } from './invoice.labels.ts'

/** The state of an issued invoice on the page of its work: the same as on its own. */
export function issuedInvoiceState({ isPaid, isOverdue }: { isPaid: boolean; isOverdue: boolean }): ReactNode {
  const standing = standingOf({ kind: 'invoice', state: 'issued', paid: isPaid, overdue: isOverdue })
  return <StateBadge state={standing} looks={standingLooks} />
}
