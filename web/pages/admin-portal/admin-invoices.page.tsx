import { IconCheck, IconPlus, IconRotate2, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Invoice } from '#contract/invoices.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { businessProfileQuery } from '#web/features/business-profile/business-profile.query-options.ts'
import { customerQuery, searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { CustomerPicker } from '#web/features/customers/customer-picker.tsx'
import { CreateInvoiceDialog, createDraftName } from '#web/features/invoices/create-invoice-dialog.tsx'
import { DeleteInvoiceDialog } from '#web/features/invoices/delete-invoice-dialog.tsx'
import { invoicesQuery, loadInvoices } from '#web/features/invoices/invoice.query-options.ts'
import { invoiceCsv } from '#web/features/invoices/invoice-csv.ts'
import { InvoiceFilters, invoiceFilterNames } from '#web/features/invoices/invoice-filters.tsx'
import { InvoiceSummary } from '#web/features/invoices/invoice-summary.tsx'
import { InvoiceTable } from '#web/features/invoices/invoice-table.tsx'
import { PaymentDialog } from '#web/features/invoices/payment-dialog.tsx'
import { usePayment } from '#web/features/invoices/use-payment.ts'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

const route = getRouteApi(paths.adminInvoices)

/** /admin-portal/invoices-overview: the invoices of all customers and the drafts of new ones. */
export function AdminInvoicesPage() {
  const { dialog, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(invoicesQuery(search))
  const { data: profile } = useQuery(businessProfileQuery())
  const { data: customer } = useQuery({
    ...customerQuery(search.customer ?? ''),
    enabled: search.customer !== undefined,
  })
  const knowsCustomer = search.customer === undefined || customer !== undefined
  const [isCreateOpen, setCreateOpen] = useState(() => dialog === 'new' || hasDraft(createDraftName))
  const [paid, setPaid] = useState<Invoice | null>(null)
  const [isPaymentOpen, setPaymentOpen] = useState(false)
  const [doomed, setDoomed] = useState<Invoice | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const payment = usePayment()

  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.adminInvoices, search: next, ...step }),
  )
  const shown = useListPage({
    list,
    filter: search,
    onFilterChange: change,
    filterNames: invoiceFilterNames,
    usualOrdering: '-issueDate',
  })

  function closeCreate() {
    setCreateOpen(false)
    if (dialog) void navigate({ to: paths.adminInvoices, search, replace: true, resetScroll: false })
  }
  function rowActions(invoice: Invoice): MenuAction[] {
    const may = new Set(invoice.permissions)
    const actions: MenuAction[] = []
    if (may.has('markPaid') && !invoice.paid) {
      const onSelect = () => {
        setPaid(invoice)
        setPaymentOpen(true)
      }
      actions.push({ label: invoiceTexts.pay.button, icon: <IconCheck />, onSelect })
    }
    if (may.has('markPaid') && invoice.paid) {
      const onSelect = () => void payment.markUnpaid(invoice)
      actions.push({ label: invoiceTexts.pay.reopen, icon: <IconRotate2 />, onSelect })
    }
    if (may.has('delete')) {
      const onSelect = () => {
        setDoomed(invoice)
        setAsksToDelete(true)
      }
      actions.push({ label: invoiceTexts.remove.button, icon: <IconTrash />, tone: 'danger', onSelect })
    }
    return actions
  }

  return (
    <>
      <PageHeader
        title={invoiceTexts.title}
        actions={
          <>
            {shown.hasNothing ? null : (
              <CsvButton
                name={invoiceTexts.title}
                columns={invoiceCsv}
                rowKey={({ id }) => id}
                loadPage={(paging, signal) => loadInvoices({ ...search, ...paging }, signal)}
              />
            )}
            <Button variant="primary" icon={<IconPlus />} onClick={() => setCreateOpen(true)}>
              {invoiceTexts.newInvoice}
            </Button>
          </>
        }
      />
      <div className="grid gap-6 phone:gap-4">
        <InvoiceSummary
          customerId={search.customer}
          viewer="admin"
          listLink={filter => ({ to: paths.adminInvoices, search: { ...filter, customer: search.customer } })}
        />
        {shown.hasNothing ? null : (
          <InvoiceFilters
            filter={search}
            viewer="admin"
            onChange={change}
            onReset={shown.reset}
            customerField={<CustomerPicker customerId={search.customer} onChange={customer => change({ customer })} />}
          />
        )}
        <div>
          <InvoiceTable
            {...shown.table}
            invoiceLink={({ id }) => ({ to: paths.adminInvoice, params: { id } })}
            showCustomer
            rowActions={rowActions}
            empty={
              <EmptyState
                text={invoiceTexts.empty}
                action={<Button onClick={() => setCreateOpen(true)}>{invoiceTexts.newInvoice}</Button>}
              />
            }
            skeletonRows={10}
          />
          <Pager {...shown.pager} label={invoiceTexts.title} />
        </div>
        {profile && knowsCustomer ? (
          <CreateInvoiceDialog
            key={search.customer}
            business={profile}
            customer={search.customer && customer ? { value: customer.id, label: customer.displayName } : undefined}
            open={isCreateOpen}
            onOpenChange={open => (open ? setCreateOpen(true) : closeCreate())}
            searchCustomers={searchCustomers}
            onCreated={({ id }) => void navigate({ to: paths.adminInvoice, params: { id } })}
          />
        ) : null}
        <PaymentDialog invoice={paid} open={isPaymentOpen} onOpenChange={setPaymentOpen} />
        <DeleteInvoiceDialog invoice={doomed} open={asksToDelete} onOpenChange={setAsksToDelete} />
      </div>
    </>
  )
}
