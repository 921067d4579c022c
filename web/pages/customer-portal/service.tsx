import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { errorTexts } from '#contract/texts/errors.ts'
import { paths } from '#web/app/paths.ts'
import { PageHeader } from '#web/components/page-header.tsx'
import { SkeletonText } from '#web/components/skeleton.tsx'
import { serviceQuery } from '#web/features/services/queries.ts'
import { ServiceDetails } from '#web/features/services/service-details.tsx'
import { ServiceFacts } from '#web/features/services/service-facts.tsx'
import { ServiceMeta } from '#web/features/services/service-meta.tsx'
import { ProblemError } from '#web/lib/api-error.ts'
import { useSession } from '#web/lib/use-session.ts'

const route = getRouteApi(paths.customerService)

/** /customer-portal/service/$id: one service, as its customer sees it. */
export function CustomerServicePage() {
  const { id } = route.useParams()
  const { customer } = useSession()
  // As it was when the page opened: the end of a view as a customer changes it a moment before the page is left.
  const [customerId] = useState(customer?.id)
  const { data: service, error } = useQuery(serviceQuery(id))
  if (!service) {
    if (error) throw error
    return <SkeletonText lines={8} />
  }
  // An admin reaches every service; this portal shows only those of the own record.
  if (service.customer.id !== customerId) throw missingService()
  return (
    <>
      <PageHeader title={service.name} meta={<ServiceMeta service={service} />} />
      <div className="grid items-start gap-x-7 gap-y-8 xl:grid-cols-[minmax(0,1fr)_17.5rem]">
        <ServiceDetails service={service} />
        <ServiceFacts service={service} />
      </div>
    </>
  )
}

function missingService(): ProblemError {
  const code = 'not_found'
  return new ProblemError({ type: 'about:blank', title: errorTexts[code], status: 404, code, requestId: '' })
}
