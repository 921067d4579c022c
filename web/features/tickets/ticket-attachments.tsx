import type { StoredFile } from '#contract/files.ts'
import { type TicketWithEntries, tickets } from '#contract/tickets.ts'
import { FileList } from '#web/components/file/file-list.tsx'
import { addressOf, call } from '#web/lib/api/api-client.ts'
import { ticketTexts } from '#web/texts/tickets.texts.ts'

/** The files of the request that became this ticket; renders nothing without any. */
export function TicketAttachments({ ticket }: { ticket: TicketWithEntries }) {
  const { id, attachments, permissions } = ticket
  if (attachments.length === 0) return null
  const params = (file: StoredFile) => ({ id, fileId: file.id })
  return (
    <section aria-labelledby="attachments-heading" className="grid max-w-reading gap-3">
      <h2 id="attachments-heading" className="text-heading">
        {ticketTexts.detail.attachments}
      </h2>
      <FileList
        files={attachments}
        label={ticketTexts.detail.attachments}
        hrefOf={file => addressOf(tickets.attachment, params(file))}
        load={file => call(tickets.attachment, { params: params(file) })}
        canSave={permissions.includes('download')}
      />
    </section>
  )
}
