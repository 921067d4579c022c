import type { LinkProps } from '@tanstack/react-router'
import type { InvoiceWithEntries, RelatedInvoice } from '#contract/invoices.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { invoiceDocumentTexts } from '#web/texts/invoice-documents.texts.ts'

interface RelatedNoticeProps {
  invoice: Pick<InvoiceWithEntries, 'cancels' | 'cancelledBy' | 'cancelReason'>
  invoiceLink: (invoice: RelatedInvoice) => LinkProps
}

/** Leads from a cancelled invoice to its cancellation and back. */
export function RelatedNotice({ invoice: { cancels, cancelledBy, cancelReason }, invoiceLink }: RelatedNoticeProps) {
  const other = cancels ?? cancelledBy
  if (other === null) return null
  const texts = cancels === null ? invoiceDocumentTexts.cancelledBy : invoiceDocumentTexts.cancels
  return (
    <div className="mb-6">
      <Notice
        kind={cancels === null ? 'warning' : 'info'}
        title={texts.title}
        action={
          <LinkButton {...invoiceLink(other)} size="small">
            {texts.link(other.number ?? '', other.issueDate)}
          </LinkButton>
        }
      >
        {cancelReason === '' ? null : invoiceDocumentTexts.cancelReason(cancelReason)}
      </Notice>
    </div>
  )
}
