import { IconPlus } from '@tabler/icons-react'
import { paths } from '#web/app/paths.ts'
import { LatestRows } from '#web/components/list/latest-rows.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { invoiceListView } from '#web/features/invoices/invoice-list.tsx'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'

/** A customer's latest invoices, with a button for a new one. */
export function CustomerInvoices({ customerId: customer }: { customerId: string }) {
  return (
    <LatestRows
      list={invoiceListView}
      filter={{ customer }}
      shown={5}
      titleId="invoices-heading"
      actions={
        <LinkButton to={paths.adminInvoices} search={{ customer, dialog: 'new' }} size="small" icon={<IconPlus />}>
          {invoiceTexts.newInvoice}
        </LinkButton>
      }
      all={
        <TextLink to={paths.adminInvoices} search={{ customer }} className="justify-self-start">
          {invoiceTexts.all}
        </TextLink>
      }
      rowLink={({ id }) => ({ to: paths.adminInvoice, params: { id } })}
      empty={invoiceTexts.empty}
    />
  )
}
