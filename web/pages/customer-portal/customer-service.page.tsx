import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ServiceCredential } from '#contract/service-credentials.ts'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { serviceQuery } from '#web/features/services/service.query-options.ts'
import { ServiceDetails } from '#web/features/services/service-details.tsx'
import { ServiceFacts } from '#web/features/services/service-facts.tsx'
import { ServiceMeta } from '#web/features/services/service-meta.tsx'
import { useSession } from '#web/lib/session/use-session.ts'
import { rowNotFound } from '#web/pages/row-not-found.ts'
import { PasswordRequestDialog } from './password-request-dialog.tsx'

const route = getRouteApi(paths.customerService)

/** /customer-portal/service/$id: one service, as its customer sees it. */
export function CustomerServicePage() {
  const { id } = route.useParams()
  const { customer, user, impersonation } = useSession()
  // The value from when the page opened: the end of an impersonation changes it just before the page is left.
  const [customerId] = useState(customer?.id)
  const { data: service, error } = useQuery(serviceQuery(id))
  const [asked, setAsked] = useState<ServiceCredential>()
  const [isAsking, setAsking] = useState(false)
  if (!service) {
    if (error) throw error
    return <ItemSkeleton />
  }
  // This portal shows only services of the user's record. An admin may read every service, and may follow a customer's
  // link.
  if (service.customer.id !== customerId) {
    if (user?.role === 'admin' && impersonation === null)
      return <Navigate to={paths.adminService} params={{ id }} replace />
    throw rowNotFound()
  }
  function askForPassword(credential: ServiceCredential) {
    setAsked(credential)
    setAsking(true)
  }
  return (
    <>
      <PageHeader title={service.name} meta={<ServiceMeta service={service} />} />
      <div className="grid items-start gap-x-7 gap-y-8 xl:grid-cols-[minmax(0,1fr)_17.5rem]">
        <ServiceDetails service={service} onAskForPassword={impersonation ? undefined : askForPassword} />
        <ServiceFacts service={service} />
      </div>
      {asked ? (
        <PasswordRequestDialog
          key={asked.id}
          service={service}
          credential={asked}
          open={isAsking}
          onOpenChange={setAsking}
        />
      ) : null}
    </>
  )
}
