import { IconPencil } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Service } from '#contract/services.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { deleteActions, MoreMenu } from '#web/components/overlay/more-menu.tsx'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { CheckNowButton } from '#web/features/services/check-now-button.tsx'
import { DeleteServiceDialog } from '#web/features/services/delete-service-dialog.tsx'
import { serviceQuery } from '#web/features/services/service.query-options.ts'
import { ServiceDetails } from '#web/features/services/service-details.tsx'
import { serviceDraftName } from '#web/features/services/service-drafts.ts'
import { ServiceDrawer } from '#web/features/services/service-drawer.tsx'
import { ServiceFacts } from '#web/features/services/service-facts.tsx'
import { ServiceMeta } from '#web/features/services/service-meta.tsx'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

const route = getRouteApi(paths.adminService)

/** /admin-portal/service/$id: one service to manage. */
export function AdminServicePage() {
  const { id } = route.useParams()
  return <LoadedItem query={serviceQuery(id)}>{service => <LoadedService service={service} />}</LoadedItem>
}

function LoadedService({ service }: { service: Service }) {
  const navigate = route.useNavigate()
  const [isDrawerOpen, setDrawerOpen] = useState(() => hasDraft(serviceDraftName(service)))
  const [asksToDelete, setAsksToDelete] = useState(false)
  const may = new Set(service.permissions)
  const customer = (
    <TextLink to={paths.adminCustomer} params={{ id: service.customer.id }}>
      {service.customer.name}
    </TextLink>
  )
  return (
    <>
      <PageHeader
        title={service.name}
        meta={<ServiceMeta service={service} customer={customer} />}
        actions={
          <>
            {service.type === 'website_service' && may.has('checkNow') ? <CheckNowButton website={service} /> : null}
            {may.has('update') ? (
              <Button icon={<IconPencil />} onClick={() => setDrawerOpen(true)}>
                {commonTexts.edit}
              </Button>
            ) : null}
            <MoreMenu
              label={serviceTexts.detail.actions}
              actions={deleteActions(may.has('delete'), serviceTexts.detail.delete, () => setAsksToDelete(true))}
            />
          </>
        }
      />
      <div className="grid items-start gap-x-7 gap-y-8 xl:grid-cols-[minmax(0,1fr)_17.5rem]">
        <ServiceDetails service={service} />
        <ServiceFacts service={service} customer={customer} />
      </div>
      <ServiceDrawer
        service={service}
        open={isDrawerOpen}
        onOpenChange={setDrawerOpen}
        searchCustomers={searchCustomers}
        onSaved={() => setDrawerOpen(false)}
      />
      <DeleteServiceDialog
        row={service}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        onDeleted={() => void navigate({ to: paths.adminServices })}
      />
    </>
  )
}
