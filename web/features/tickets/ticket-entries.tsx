import { IconPlus } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TicketEntry } from '#contract/ticket-entries.ts'
import type { TicketWithEntries } from '#contract/tickets.ts'
import { Button } from '#web/components/action/button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { useAddedRow } from '#web/lib/browser/use-added-row.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'
import { DeleteEntryDialog } from './delete-entry-dialog.tsx'
import { entryDraftName, TicketEntryForm } from './ticket-entry-form.tsx'
import { entryElementId, TicketEntryList } from './ticket-entry-list.tsx'
import { useAllEntries } from './use-all-entries.ts'
import { useEntryActions } from './use-entry-actions.tsx'

interface TicketEntriesProps {
  ticket: TicketWithEntries
  viewer: 'customer' | 'admin'
  /** Replaces the button when no entry can be added, with the reason. */
  closedNotice?: ReactNode
  /** The page of an entry's invoice. */
  invoiceLink: (invoice: { id: string }) => LinkProps
}

/** The entries of a ticket with all their actions. */
export function TicketEntries({ ticket, viewer, closedNotice, invoiceLink }: TicketEntriesProps) {
  const [isFormOpen, setFormOpen] = useState(() => hasKeptInput(ticket))
  const [edited, setEdited] = useState<TicketEntry | null>(() => draftedEntry(ticket))
  const [deleted, setDeleted] = useState<TicketEntry | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const { entries, isLoading, further } = useAllEntries(ticket)
  const canAdd = ticket.permissions.includes('addEntry')
  const { onAdded, onDrawerClosed } = useAddedRow(entryElementId)

  function openForm(entry: TicketEntry | null) {
    setEdited(entry)
    setFormOpen(true)
  }
  const entryActions = useEntryActions({
    ticket,
    viewer,
    onEdit: openForm,
    onDelete: entry => {
      setDeleted(entry)
      setAsksToDelete(true)
    },
  })

  const addButton = canAdd ? (
    <Button variant="primary" fullOnPhone icon={<IconPlus />} onClick={() => openForm(null)}>
      {texts.add}
    </Button>
  ) : null
  return (
    <section aria-labelledby="entries-heading" className="grid gap-4">
      <EntriesHeading count={ticket.entriesCount}>{entries.length > 0 ? addButton : null}</EntriesHeading>
      {canAdd || !closedNotice ? null : <div data-screen-only="">{closedNotice}</div>}
      <TicketEntryList
        ticket={{ ...ticket, entries }}
        viewer={viewer}
        entryActions={entryActions}
        invoiceLink={invoiceLink}
        empty={<EmptyState text={emptyText(viewer, canAdd)} action={addButton} />}
      />
      {isLoading && !further.isError ? (
        <p role="status" className="text-label text-muted">
          {texts.loadingMore(entries.length, ticket.entriesCount)}
        </p>
      ) : null}
      {further.isError ? (
        <ErrorState text={texts.moreFailed} busy={further.isFetching} onRetry={() => void further.refetch()} />
      ) : null}
      <Drawer
        open={isFormOpen}
        onOpenChange={setFormOpen}
        onClosed={onDrawerClosed}
        title={edited ? ticketTexts.entryForm.editTitle : ticketTexts.entryForm.addTitle}
        description={viewer === 'customer' && !edited ? ticketTexts.entryForm.addExplanation : undefined}
      >
        <TicketEntryForm
          ticket={ticket}
          entry={edited}
          withBilling={viewer === 'admin'}
          onDone={saved => {
            setFormOpen(false)
            if (!edited) onAdded(saved.id)
          }}
        />
      </Drawer>
      <DeleteEntryDialog
        entry={deleted}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        canRestore={canAdd && deleted?.createdBy === viewer}
      />
    </section>
  )
}

const texts = ticketTexts.entries

function EntriesHeading({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="entries-heading" className="text-heading">
        {texts.title}
        <span className="ml-2 font-normal font-sans text-label text-muted tracking-[0]">{texts.count(count)}</span>
      </h2>
      {children}
    </div>
  )
}

function emptyText(viewer: 'customer' | 'admin', canAdd: boolean): string {
  if (!canAdd) return texts.empty
  return `${texts.empty} ${viewer === 'admin' ? texts.emptyAdmin : texts.emptyHint}`
}

/** A draft kept across a login: its form reopens automatically. */
function hasKeptInput(ticket: TicketWithEntries): boolean {
  return hasDraft(entryDraftName(null)) || draftedEntry(ticket) !== null
}

function draftedEntry(ticket: TicketWithEntries): TicketEntry | null {
  return ticket.entries.find(entry => hasDraft(entryDraftName(entry))) ?? null
}
