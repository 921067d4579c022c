import type { Service } from '#contract/services.ts'
import { ApplicationDetails } from './application-details.tsx'
import { DeviceDetails } from './device-details.tsx'
import { HeartbeatCard } from './heartbeat-card.tsx'
import { ServiceCredentials } from './service-credentials.tsx'
import { WebsiteDetails } from './website-details.tsx'

/** Everything there is to see about a service, by its kind. What may be done follows its permissions. */
export function ServiceDetails({ service }: { service: Service }) {
  return (
    <div className="grid min-w-0 gap-8">
      {service.description ? (
        <p className="max-w-reading whitespace-pre-line wrap-anywhere">{service.description}</p>
      ) : null}
      <KindDetails service={service} />
    </div>
  )
}

function KindDetails({ service }: { service: Service }) {
  switch (service.type) {
    case 'device_service':
      return (
        <>
          <DeviceDetails device={service} />
          <ServiceCredentials service={service} />
        </>
      )
    case 'website_service':
      return (
        <>
          <WebsiteDetails website={service} />
          <ServiceCredentials service={service} />
        </>
      )
    case 'application_service':
      return (
        <>
          <ApplicationDetails application={service} />
          {service.permissions.includes('makeHeartbeatToken') ? <HeartbeatCard application={service} /> : null}
        </>
      )
  }
}
