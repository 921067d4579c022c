import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Customer } from '#contract/customers.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { LatestRows } from '#web/components/list/latest-rows.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { ServiceDrawer } from '#web/features/services/service-drawer.tsx'
import { serviceListView } from '#web/features/services/service-list.tsx'
import { ServiceSummary } from '#web/features/services/service-summary.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

/** A customer's services with their states, those that are down first, and a button for a new one. */
export function CustomerServices({ customer: { id: customer, displayName } }: { customer: Customer }) {
  const navigate = useNavigate()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  return (
    <LatestRows
      list={serviceListView}
      filter={{ customer }}
      shown={10}
      titleId="services-heading"
      actions={
        <Button size="small" icon={<IconPlus />} onClick={() => setDrawerOpen(true)}>
          {serviceTexts.newService}
        </Button>
      }
      all={
        <TextLink to={paths.adminServices} search={{ customer }} className="justify-self-start">
          {customerTexts.detail.allServices}
        </TextLink>
      }
      figures={
        <ServiceSummary
          customerId={customer}
          listLink={filter => ({ to: paths.adminServices, search: { ...filter, customer } })}
        />
      }
      rowLink={({ id }) => ({ to: paths.adminService, params: { id } })}
      empty={serviceTexts.empty}
    >
      <ServiceDrawer
        service={null}
        customer={{ value: customer, label: displayName }}
        searchCustomers={searchCustomers}
        open={isDrawerOpen}
        onOpenChange={setDrawerOpen}
        onSaved={({ id }) => void navigate({ to: paths.adminService, params: { id } })}
      />
    </LatestRows>
  )
}
