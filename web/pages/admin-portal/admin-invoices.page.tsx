import { IconCalendarDollar, IconCheck, IconRotate2, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Invoice } from '#contract/invoices.ts'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { type RowDialog, useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { businessProfileQuery } from '#web/features/business-profile/business-profile.query-options.ts'
import { customerQuery, searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { customerField } from '#web/features/customers/customer-field.tsx'
import { CreateInvoiceDialog, createDraftName } from '#web/features/invoices/create-invoice-dialog.tsx'
import { DeleteInvoiceDialog } from '#web/features/invoices/delete-invoice-dialog.tsx'
import { type InvoiceFilter, invoiceSummaryQuery, invoicesQuery } from '#web/features/invoices/invoice.query-options.ts'
import { invoiceListView } from '#web/features/invoices/invoice-list.tsx'
import { InvoiceSummary } from '#web/features/invoices/invoice-summary.tsx'
import { PaymentDialog } from '#web/features/invoices/payment-dialog.tsx'
import { usePayment } from '#web/features/invoices/use-payment.ts'
import { askAhead } from '#web/lib/api/query-client.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { breadcrumbTexts } from '#web/texts/breadcrumbs.texts.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

const route = getRouteApi(paths.adminInvoices)

/** /admin-portal/invoices-overview: the invoices of all customers and the drafts of new ones. */
export function AdminInvoicesPage() {
  const search = route.useSearch()
  const { dialog, ...filter } = search
  const { change, forget } = listAddress(search, route.useNavigate())
  const form = useRowDialog<Invoice>({
    isAsked: dialog === 'new',
    startsOpen: () => hasDraft(createDraftName),
    onClose: () => forget('dialog'),
  })
  const paid = useRowDialog<Invoice>()
  const doomed = useRowDialog<Invoice>()
  const payment = usePayment()
  const { customer } = filter
  return (
    <ListPage
      list={invoiceListView}
      filter={filter}
      onFilterChange={change}
      ownFields={[customerField]}
      create={{ label: invoiceTexts.newInvoice, onClick: () => form.show(null) }}
      empty={invoiceTexts.empty}
      action={
        <LinkButton to={paths.adminBillingRun} icon={<IconCalendarDollar />}>
          {breadcrumbTexts.billingRun}
        </LinkButton>
      }
      above={
        <InvoiceSummary
          customerId={customer}
          viewer="admin"
          listLink={of => ({ to: paths.adminInvoices, search: { ...of, customer } })}
        />
      }
      rowLink={({ id }) => ({ to: paths.adminInvoice, params: { id } })}
      rowActions={[
        {
          permission: 'markPaid',
          when: invoice => !invoice.paid,
          label: invoiceTexts.pay.button,
          icon: <IconCheck />,
          onSelect: paid.show,
        },
        {
          permission: 'markPaid',
          when: invoice => invoice.paid,
          label: invoiceTexts.pay.reopen,
          icon: <IconRotate2 />,
          onSelect: invoice => void payment.markUnpaid(invoice),
        },
        {
          permission: 'delete',
          label: invoiceTexts.remove.button,
          icon: <IconTrash />,
          tone: 'danger',
          onSelect: doomed.show,
        },
      ]}
    >
      <NewInvoice dialog={form} customerId={customer} />
      <PaymentDialog invoice={paid.row} open={paid.open} onOpenChange={paid.onOpenChange} />
      <DeleteInvoiceDialog {...doomed} />
    </ListPage>
  )
}

/** Asks for the customer of a new invoice, once a preselected customer has loaded. */
function NewInvoice({ dialog, customerId }: { dialog: RowDialog<Invoice>; customerId: string | undefined }) {
  const navigate = route.useNavigate()
  const { data: profile } = useQuery(businessProfileQuery())
  const { data: customer } = useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== undefined })
  if (!profile || (customerId !== undefined && !customer)) return null
  return (
    <CreateInvoiceDialog
      key={customerId}
      business={profile}
      customer={customerId && customer ? { value: customer.id, label: customer.displayName } : undefined}
      open={dialog.open}
      onOpenChange={dialog.onOpenChange}
      searchCustomers={searchCustomers}
      onCreated={({ id }) => void navigate({ to: paths.adminInvoice, params: { id } })}
    />
  )
}

AdminInvoicesPage.ahead = ({ dialog: _, ...filter }: InvoiceFilter & { dialog?: string }) =>
  askAhead(client => [
    client.prefetchQuery(invoicesQuery(filter)),
    client.prefetchQuery(invoiceSummaryQuery(filter.customer)),
  ])
