import { ApplicationDetails } from './application-details.tsx'
import { DeviceDetails } from './device-details.tsx'
import { HeartbeatCard } from './heartbeat-card.tsx'
import { ServiceCredentials, type ServiceCredentialsProps } from './service-credentials.tsx'
import { WebsiteDetails } from './website-details.tsx'

/** All details of a service, by its kind. Actions follow its permissions. */
export function ServiceDetails(props: ServiceCredentialsProps) {
  const { service } = props
  return (
    <div className="grid min-w-0 gap-8">
      {service.description ? (
        <p className="max-w-reading whitespace-pre-line wrap-anywhere">{service.description}</p>
      ) : null}
      <KindDetails {...props} />
    </div>
  )
}

function KindDetails(props: ServiceCredentialsProps) {
  const { service } = props
  switch (service.type) {
    case 'device_service':
      return (
        <>
          <DeviceDetails device={service} />
          <ServiceCredentials key={service.id} {...props} />
        </>
      )
    case 'website_service':
      return (
        <>
          <WebsiteDetails website={service} />
          <ServiceCredentials key={service.id} {...props} />
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
