import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { useBillingRun } from '#web/features/billing-runs/billing-run.mutations.ts'
import { billingRunQuery, isAtWork } from '#web/features/billing-runs/billing-run.query-options.ts'
import { BillingRunDrafts } from '#web/features/billing-runs/billing-run-drafts.tsx'
import { BillingRunProgress } from '#web/features/billing-runs/billing-run-progress.tsx'
import { BillingRunWaiting, LabelledSelect } from '#web/features/billing-runs/billing-run-waiting.tsx'
import { formatLongMonth } from '#web/lib/format/format.ts'
import { latestMonths } from '#web/lib/format/latest-months.ts'
import { billingRunTexts } from '#web/texts/billing-runs.texts.ts'
import { PlaceLink } from './place-link.tsx'

const route = getRouteApi(paths.adminBillingRun)
const monthsCount = 13

/** /admin-portal/billing-run: the work of a month becomes one invoice per customer. */
export function AdminBillingRunPage() {
  const { month: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const months = latestMonths(monthsCount)
  const month = months.find(known => known === asked) ?? months[1] ?? ''
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <div className="grid gap-6">
        <LabelledSelect
          label={texts.month}
          className="sm:max-w-72"
          value={month}
          choices={months.map(value => ({ value, label: formatLongMonth(value) }))}
          onValueChange={value => void navigate({ to: paths.adminBillingRun, search: { month: value } })}
        />
        <RunOfMonth key={month} month={month} />
      </div>
    </>
  )
}

const texts = billingRunTexts

function RunOfMonth({ month }: { month: string }) {
  const { data: run, error, refetch, isFetching } = useQuery(billingRunQuery(month))
  const { start, issue, stop } = useBillingRun(month)
  if (run === undefined && error) {
    return <ErrorState text={texts.loadFailed} onRetry={() => void refetch()} busy={isFetching} />
  }
  if (run === undefined) return <SkeletonText lines={6} />
  return (
    <>
      {isAtWork(run) ? (
        <BillingRunProgress run={run} busy={stop.isPending} onStop={() => stop.mutate()} />
      ) : (
        <BillingRunWaiting
          run={run}
          busy={start.isPending}
          onStart={how => start.mutate(how)}
          customerLink={({ id, name }) => (
            <TextLink to={paths.adminCustomer} params={{ id }}>
              {name}
            </TextLink>
          )}
        />
      )}
      <BillingRunDrafts
        run={run}
        isAtWork={isAtWork(run)}
        onIssue={() => issue.mutateAsync()}
        invoiceLink={({ id }, label) => (
          <TextLink to={paths.adminInvoice} params={{ id }}>
            {label}
          </TextLink>
        )}
        placeLink={(missing, { invoice, customer }) => (
          <PlaceLink missing={missing} invoiceId={invoice.id} customerId={customer.id} />
        )}
      />
    </>
  )
}
