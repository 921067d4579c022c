import type { LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { PlanNow } from '#web/features/energy/plan-now.tsx'
import { SiteView, type ViewAddress } from '#web/features/energy/site-view.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { type EnergyView, energyViews } from '#web/pages/energy-page-views.ts'
import { energyPlanTexts } from '#web/texts/energy-plans.texts.ts'
import { energyViewTexts } from '#web/texts/energy-views.texts.ts'

interface EnergySiteViewsProps {
  site: EnergySite
  address: ViewAddress & { view?: EnergyView | undefined }
  onAddressChange: (address: ViewAddress, isCorrection?: boolean) => void
  /** A link to this page with another view. */
  linkTo: (view: EnergyView | undefined) => LinkProps
  /** Below the first view. */
  children?: ReactNode
}

/** The views of a site by the address: measurements first, then costs. The same for its customer and the owner. */
export function EnergySiteViews({ site, address, onAddressChange, linkTo, children }: EnergySiteViewsProps) {
  const { view } = address
  const tariffsLink = <LinkButton {...linkTo('tariffs')}>{energyViewTexts.toTariffs}</LinkButton>
  const planLink = (
    <LinkButton size="small" {...linkTo('plan')}>
      {energyPlanTexts.toPlan}
    </LinkButton>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <SectionNav
        label={energyViewTexts.label}
        items={energyViews.map(({ view: name, label }) => ({
          label,
          link: linkTo(name),
          exact: true,
          isCurrent: name === view,
        }))}
      />
      {view === undefined ? (
        <div className="grid grid-cols-1 gap-8">
          <PlanNow site={site} planLink={planLink} tariffsLink={tariffsLink} />
          <SiteView site={site} address={address} onAddressChange={onAddressChange} />
          {children}
        </div>
      ) : (
        <Suspense fallback={<ItemSkeleton />}>
          {view === 'plan' ? <PlanSection site={site} tariffsLink={tariffsLink} /> : null}
          {view === 'prices' ? <PricesSection site={site} tariffsLink={tariffsLink} /> : null}
          {view === 'bill' ? (
            <BillSection
              site={site}
              day={address.from ?? berlinDate()}
              onDayChange={from => onAddressChange({ from })}
              tariffsLink={tariffsLink}
            />
          ) : null}
          {view === 'tariffs' ? <TariffsSection site={site} /> : null}
        </Suspense>
      )}
    </div>
  )
}

const PlanSection = lazy(async () => ({
  default: (await import('#web/features/energy/plan-section.tsx')).PlanSection,
}))
const PricesSection = lazy(async () => ({
  default: (await import('#web/features/energy/prices-section.tsx')).PricesSection,
}))
const BillSection = lazy(async () => ({
  default: (await import('#web/features/energy/bill-section.tsx')).BillSection,
}))
const TariffsSection = lazy(async () => ({
  default: (await import('#web/features/energy/tariffs-section.tsx')).TariffsSection,
}))
