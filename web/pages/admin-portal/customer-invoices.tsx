import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { SectionHeader } from '#web/components/section-header.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { businessProfileQuery } from '#web/features/business-profile/queries.ts'
import { useCreateInvoice } from '#web/features/invoices/commands.ts'
import { InvoiceTable } from '#web/features/invoices/invoice-table.tsx'
import { newDraftOf } from '#web/features/invoices/new-draft.ts'
import { invoicesQuery } from '#web/features/invoices/queries.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { invoiceTexts } from '#web/texts/invoices.ts'

/** How many invoices of a customer its page shows. */
const shownInvoices = 5

/** The latest invoices of a customer, and the way to the next one. */
export function CustomerInvoices({ customerId }: { customerId: string }) {
  const navigate = useNavigate()
  const list = useQuery(invoicesQuery({ customer: customerId, page_size: shownInvoices }))
  const { data: profile } = useQuery(businessProfileQuery())
  const create = useCreateInvoice()
  const idempotency = useIdempotencyKey()

  function startDraft() {
    if (!profile) return
    create.mutate(
      { body: newDraftOf(customerId, profile), idempotencyKey: idempotency.key },
      {
        onSuccess: ({ id }) => void navigate({ to: paths.adminInvoice, params: { id } }),
        onError: error => {
          idempotency.renewAfterRefusal(error)
          showFailure(error)
        },
      },
    )
  }
  return (
    <section aria-labelledby="invoices-heading" className="grid gap-4">
      <SectionHeader
        title={invoiceTexts.title}
        titleId="invoices-heading"
        actions={
          profile ? (
            <Button size="small" icon={<IconPlus />} busy={create.isPending} onClick={startDraft}>
              {invoiceTexts.newInvoice}
            </Button>
          ) : null
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
