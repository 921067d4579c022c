import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { DownloadButton } from '#web/features/invoices/download-button.tsx'
import { invoiceQuery } from '#web/features/invoices/invoice.query-options.ts'
import { InvoiceAmounts } from '#web/features/invoices/invoice-amounts.tsx'
import { InvoiceDocumentsMenu } from '#web/features/invoices/invoice-documents-menu.tsx'
import { InvoiceFacts } from '#web/features/invoices/invoice-facts.tsx'
import { InvoiceHeadline, InvoiceMeta } from '#web/features/invoices/invoice-headline.tsx'
import { InvoiceNotes } from '#web/features/invoices/invoice-notes.tsx'
import { InvoicePaymentCard } from '#web/features/invoices/invoice-payment.tsx'
import { InvoicePayments } from '#web/features/invoices/invoice-payments.tsx'
import { InvoicePdfPassword } from '#web/features/invoices/invoice-pdf-password.tsx'
import { InvoiceWork } from '#web/features/invoices/invoice-work.tsx'
import { PreviewButton } from '#web/features/invoices/preview-button.tsx'
import { RelatedNotice } from '#web/features/invoices/related-notice.tsx'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { InvoiceLayout } from '#web/pages/invoice-layout.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

const route = getRouteApi(paths.customerInvoice)

/** /customer-portal/invoice/$id: one invoice, as its customer sees it. */
export function CustomerInvoicePage() {
  const { id } = route.useParams()
  const { customer, impersonation } = useSession()
  // The value from when the page opened: the end of an impersonation changes it just before the page is left.
  const [customerId] = useState(customer?.id)
  const { data: invoice, error } = useQuery(invoiceQuery(id))
  if (!invoice) {
    if (error) throw error
    return <ItemSkeleton />
  }
  // An admin may read every invoice and draft; this portal shows only issued ones of their own record.
  if (invoice.customer.id !== customerId || invoice.state === 'draft') throw missingInvoice()
  return (
    <>
      <PageHeader
        title={<InvoiceHeadline invoice={invoice} />}
        meta={<InvoiceMeta invoice={invoice} />}
        actions={
          <>
            <DownloadButton invoice={invoice} variant="primary" />
            <PreviewButton invoice={invoice} />
            <InvoiceDocumentsMenu invoice={invoice} />
          </>
        }
      />
      <RelatedNotice invoice={invoice} invoiceLink={({ id }) => ({ to: paths.customerInvoice, params: { id } })} />
      <InvoiceLayout
        payment={<InvoicePaymentCard invoice={invoice} />}
        rows={
          <>
            {impersonation && invoice.files.length > 0 ? (
              <p className="text-label text-muted">{invoiceTexts.detail.noDownload}</p>
            ) : null}
            <InvoiceWork
              invoice={invoice}
              ticketLink={ticket => ({ to: paths.customerTicket, params: { id: ticket.id } })}
            />
            <InvoicePayments invoice={{ ...invoice, permissions: [] }} />
            {invoice.notes === '' ? null : <InvoiceNotes invoice={{ ...invoice, permissions: [] }} />}
          </>
        }
        facts={
          <>
            <InvoiceAmounts invoice={invoice} />
            <InvoiceFacts invoice={invoice} />
            <InvoicePdfPassword invoice={invoice} />
          </>
        }
      />
    </>
  )
}

function missingInvoice(): ProblemError {
  const code = 'not_found'
  return new ProblemError({ type: 'about:blank', title: errorTexts[code], status: 404, code, requestId: '' })
}
