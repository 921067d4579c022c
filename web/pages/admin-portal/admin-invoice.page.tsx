import { IconCheck, IconRotate2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { InvoicingBusiness } from '#contract/invoice-draft.ts'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { deleteActions, MoreMenu } from '#web/components/overlay/more-menu.tsx'
import { businessProfileQuery } from '#web/features/business-profile/business-profile.query-options.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { DeleteInvoiceDialog } from '#web/features/invoices/delete-invoice-dialog.tsx'
import { DownloadButton } from '#web/features/invoices/download-button.tsx'
import { standingLooks, standingOf } from '#web/features/invoices/invoice.labels.ts'
import { invoiceQuery } from '#web/features/invoices/invoice.query-options.ts'
import { InvoiceAmounts } from '#web/features/invoices/invoice-amounts.tsx'
import { InvoiceDocumentsMenu } from '#web/features/invoices/invoice-documents-menu.tsx'
import { InvoiceEditor } from '#web/features/invoices/invoice-editor.tsx'
import { InvoiceFacts } from '#web/features/invoices/invoice-facts.tsx'
import { InvoiceHeadline, InvoiceMeta } from '#web/features/invoices/invoice-headline.tsx'
import { InvoiceNotes } from '#web/features/invoices/invoice-notes.tsx'
import { InvoicePaymentCard } from '#web/features/invoices/invoice-payment.tsx'
import { InvoicePayments } from '#web/features/invoices/invoice-payments.tsx'
import { InvoicePdfPassword } from '#web/features/invoices/invoice-pdf-password.tsx'
import { InvoiceWork } from '#web/features/invoices/invoice-work.tsx'
import { PaymentDialog } from '#web/features/invoices/payment-dialog.tsx'
import { PreviewButton } from '#web/features/invoices/preview-button.tsx'
import { RelatedNotice } from '#web/features/invoices/related-notice.tsx'
import { usePayment } from '#web/features/invoices/use-payment.ts'
import { InvoiceLayout } from '#web/pages/invoice-layout.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import { PlaceLink } from './place-link.tsx'

const route = getRouteApi(paths.adminInvoice)

/** /admin-portal/invoice/$id: the editor of a draft, or an invoice with its payment. */
export function AdminInvoicePage() {
  const { id } = route.useParams()
  return (
    <LoadedItem query={invoiceQuery(id)}>
      {invoice => (invoice.state === 'draft' ? <Draft invoice={invoice} /> : <Issued invoice={invoice} />)}
    </LoadedItem>
  )
}

function Draft({ invoice }: { invoice: InvoiceWithEntries }) {
  const navigate = route.useNavigate()
  const { data: profile, error } = useQuery(businessProfileQuery())
  const [asksToDelete, setAsksToDelete] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  // After the form has unmounted, so that it does not ask about unsaved input.
  useEffect(() => {
    if (isDeleted) void navigate({ to: paths.adminInvoices })
  }, [isDeleted, navigate])
  if (error && !profile) throw error
  return (
    <>
      <PageHeader
        title={invoiceTexts.draftTitle}
        meta={
          <>
            <StateBadge state={standingOf(invoice)} looks={standingLooks} />
            <span className="tabular">{invoice.number ?? invoiceTexts.withoutNumber}</span>
            <CustomerLink invoice={invoice} />
          </>
        }
        actions={
          <>
            <PreviewButton invoice={invoice} />
            <DownloadButton invoice={invoice} />
            <MoreMenu
              label={invoiceTexts.more}
              actions={deleteActions(true, invoiceTexts.remove.button, () => setAsksToDelete(true))}
            />
          </>
        }
      />
      {profile && !isDeleted ? <DraftEditor invoice={invoice} business={profile} /> : <SkeletonText lines={8} />}
      <DeleteInvoiceDialog
        row={invoice}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        onDeleted={() => setDeleted(true)}
      />
    </>
  )
}

function DraftEditor({ invoice, business }: { invoice: InvoiceWithEntries; business: InvoicingBusiness }) {
  const { written } = invoice
  if (written === null) {
    return <InvoiceEditor invoice={invoice} business={business} searchCustomers={searchCustomers} />
  }
  return (
    <Suspense fallback={<SkeletonText lines={8} />}>
      <WrittenEditor
        invoice={{ ...invoice, written }}
        business={business}
        placeLink={missing => <PlaceLink missing={missing} invoiceId={invoice.id} customerId={invoice.customer.id} />}
      />
    </Suspense>
  )
}

const WrittenEditor = lazy(async () => ({
  default: (await import('#web/features/invoices/written-editor.tsx')).WrittenEditor,
}))

function Issued({ invoice }: { invoice: InvoiceWithEntries }) {
  const [isPaymentOpen, setPaymentOpen] = useState(false)
  const payment = usePayment()
  const canPay = invoice.permissions.includes('markPaid')
  return (
    <>
      <PageHeader
        title={<InvoiceHeadline invoice={invoice} />}
        meta={<InvoiceMeta invoice={invoice} customer={<CustomerLink invoice={invoice} />} />}
        actions={
          <>
            {canPay && !invoice.paid ? (
              <Button variant="primary" icon={<IconCheck />} onClick={() => setPaymentOpen(true)}>
                {invoiceTexts.pay.button}
              </Button>
            ) : null}
            {canPay && invoice.paid ? (
              <Button icon={<IconRotate2 />} busy={payment.isBusy} onClick={() => payment.markUnpaid(invoice)}>
                {invoiceTexts.pay.reopen}
              </Button>
            ) : null}
            <PreviewButton invoice={invoice} />
            <DownloadButton invoice={invoice} />
            <InvoiceDocumentsMenu invoice={invoice} />
          </>
        }
      />
      <RelatedNotice invoice={invoice} invoiceLink={({ id }) => ({ to: paths.adminInvoice, params: { id } })} />
      <InvoiceLayout
        payment={<InvoicePaymentCard invoice={invoice} />}
        rows={
          <>
            <InvoiceWork
              invoice={invoice}
              ticketLink={ticket => ({ to: paths.adminTicket, params: { id: ticket.id } })}
            />
            <InvoicePayments invoice={invoice} />
            <InvoiceNotes invoice={invoice} />
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
      <PaymentDialog invoice={invoice} open={isPaymentOpen} onOpenChange={setPaymentOpen} />
    </>
  )
}

function CustomerLink({ invoice: { customer } }: { invoice: InvoiceWithEntries }) {
  return (
    <TextLink to={paths.adminCustomer} params={{ id: customer.id }}>
      {customer.name}
    </TextLink>
  )
}
