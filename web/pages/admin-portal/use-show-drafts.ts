import { useNavigate } from '@tanstack/react-router'
import type { Invoice } from '#contract/invoices.ts'
import { paths } from '#web/app/paths.ts'

/** Leads to new drafts: one opens its page, several the list. */
export function useShowDrafts(): (drafts: readonly Invoice[]) => void {
  const navigate = useNavigate()
  return ([draft, ...more]) => {
    if (draft && more.length === 0) void navigate({ to: paths.adminInvoice, params: { id: draft.id } })
    else void navigate({ to: paths.adminInvoices, search: { state: 'draft' } })
  }
}
