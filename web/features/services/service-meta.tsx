import type { ReactNode } from 'react'
import type { Service } from '#contract/services.ts'
import { KindIcon } from './kind-icon.tsx'
import { isWatchable, kindText } from './service.labels.ts'
import { ServiceStateBadge } from './service-state-badge.tsx'

interface ServiceMetaProps {
  service: Service
  /** The customer as a link, for pages over several customers. */
  customer?: ReactNode
}

/** Below a service's name: kind, customer and state. */
export function ServiceMeta({ service, customer }: ServiceMetaProps) {
  return (
    <>
      <span className="inline-flex items-center gap-2">
        <KindIcon type={service.type} />
        {kindText(service.type)}
      </span>
      {customer}
      {isWatchable(service) ? <ServiceStateBadge service={service} /> : null}
    </>
  )
}
