import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/app/paths.ts'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { invoicesQuery } from '#web/features/invoices/invoice.query-options.ts'
import { InvoiceTable } from '#web/features/invoices/invoice-table.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

/** Number of invoices on a customer's page. */
const shownInvoices = 5

/** A customer's latest invoices, with a button for a new one. */
export function CustomerInvoices({ customerId }: { customerId: string }) {
  const list = useQuery(invoicesQuery({ customer: customerId, page_size: shownInvoices }))
  return (
    <section aria-labelledby="invoices-heading" className="grid gap-4">
      <SectionHeader
        title={invoiceTexts.title}
        titleId="invoices-heading"
        actions={
          <LinkButton
            to={paths.adminInvoices}
            search={{ customer: customerId, dialog: 'new' }}
            size="small"
            icon={<IconPlus />}
          >
            {invoiceTexts.newInvoice}
          </LinkButton>
        }
      />
      <InvoiceTable
        rows={list.data?.results}
        invoiceLink={({ id }) => ({ to: paths.adminInvoice, params: { id } })}
        isFetching={list.isFetching}
        hasFailed={list.isError}
        onRetry={list.refetch}
        empty={<EmptyState text={invoiceTexts.empty} />}
        skeletonRows={3}
      />
      {(list.data?.count ?? 0) > shownInvoices ? (
        <TextLink to={paths.adminInvoices} search={{ customer: customerId }} className="justify-self-start">
          {invoiceTexts.all}
        </TextLink>
      ) : null}
    </section>
  )
}
