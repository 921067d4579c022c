import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Customer } from '#contract/customers.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { servicesQuery, usualOrdering } from '#web/features/services/service.query-options.ts'
import { ServiceDrawer } from '#web/features/services/service-drawer.tsx'
import { ServiceSummary } from '#web/features/services/service-summary.tsx'
import { ServiceTable } from '#web/features/services/service-table.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

/** Number of services on a customer's page. */
const shownServices = 10

/** A customer's services with their states, those that are down first, and a button for a new one. */
export function CustomerServices({ customer: { id: customerId, displayName } }: { customer: Customer }) {
  const navigate = useNavigate()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const list = useQuery(servicesQuery({ customer: customerId, page_size: shownServices, ordering: usualOrdering }))
  const count = list.data?.count ?? 0
  return (
    <section aria-labelledby="services-heading" className="grid gap-4">
      <SectionHeader
        title={serviceTexts.title}
        titleId="services-heading"
        actions={
          <Button size="small" icon={<IconPlus />} onClick={() => setDrawerOpen(true)}>
            {serviceTexts.newService}
          </Button>
        }
      />
      {count > 0 ? (
        <ServiceSummary
          customerId={customerId}
          listLink={filter => ({ to: paths.adminServices, search: { ...filter, customer: customerId } })}
        />
      ) : null}
      <ServiceTable
        rows={list.data?.results}
        serviceLink={({ id }) => ({ to: paths.adminService, params: { id } })}
        isFetching={list.isFetching}
        hasFailed={list.isError}
        onRetry={list.refetch}
        empty={<EmptyState text={serviceTexts.empty} />}
        skeletonRows={3}
      />
      {count > shownServices ? (
        <TextLink to={paths.adminServices} search={{ customer: customerId }} className="justify-self-start">
          {customerTexts.detail.allServices}
        </TextLink>
      ) : null}
      <ServiceDrawer
        service={null}
        customer={{ value: customerId, label: displayName }}
        searchCustomers={searchCustomers}
        open={isDrawerOpen}
        onOpenChange={setDrawerOpen}
        onSaved={({ id }) => void navigate({ to: paths.adminService, params: { id } })}
      />
    </section>
  )
}
