import { paths } from '#web/app/paths.ts'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { CustomerLinks } from '#web/features/customer-links/customer-links.tsx'
import { TodayLines } from '#web/features/energy/today-lines.tsx'
import { ServiceTiles } from '#web/features/services/service-tiles.tsx'
import { useOwnServices } from '#web/features/services/use-own-services.ts'
import { portalHomeTexts } from '#web/texts/portal-home.texts.ts'

/** The customer's services by kind, and their links. */
export function CustomerHomeServices({ customerId }: { customerId: string }) {
  return (
    <>
      <TodayLines
        customerId={customerId}
        siteLink={({ id, name }) => (
          <TextLink to={paths.customerPowerMaster} search={{ site: id }}>
            {name}
          </TextLink>
        )}
      />
      <CustomerServices customerId={customerId} />
      <CustomerLinks customerId={customerId} />
    </>
  )
}

/** Maximum number of services per kind; the overview lists all. */
const shownOfKind = 3

function CustomerServices({ customerId }: { customerId: string }) {
  const { kinds, isPending, hasFailed } = useOwnServices(customerId)
  if (!isPending && !hasFailed && kinds.every(({ services }) => services.length === 0)) return null
  return (
    <section aria-labelledby="services-heading" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="services-heading" className="text-heading">
          {portalHomeTexts.services}
        </h2>
        <TextLink to={paths.customerServices}>{portalHomeTexts.allServices}</TextLink>
      </div>
      <ServiceTiles
        customerId={customerId}
        serviceLink={({ id }) => ({ to: paths.customerService, params: { id } })}
        kindLink={type => ({ to: paths.customerServices, search: { type } })}
        max={shownOfKind}
      />
    </section>
  )
}
