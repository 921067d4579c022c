import type { LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { type RangeAddress, SiteView } from '#web/features/energy/site-view.tsx'
import { energyViewTexts } from '#web/texts/energy-views.texts.ts'

export type EnergyView = 'tariffs'

interface EnergySiteViewsProps {
  site: EnergySite
  address: RangeAddress & { view?: EnergyView | undefined }
  onAddressChange: (address: RangeAddress) => void
  /** A link to this page with another view. */
  linkTo: (view: EnergyView | undefined) => LinkProps
  /** Below the first view. */
  children?: ReactNode
}

/** The views of a site by the address: measurements first, then what they cost. The same for its customer and the owner. */
export function EnergySiteViews({ site, address, onAddressChange, linkTo, children }: EnergySiteViewsProps) {
  const { view } = address
  return (
    <div className="grid grid-cols-1 gap-6">
      <SectionNav
        label={energyViewTexts.label}
        items={([undefined, 'tariffs'] as const).map(name => ({
          label: energyViewTexts[name ?? 'now'],
          link: linkTo(name),
          exact: true,
        }))}
      />
      {view === undefined ? (
        <div className="grid grid-cols-1 gap-8">
          <SiteView site={site} address={address} onAddressChange={onAddressChange} />
          {children}
        </div>
      ) : (
        <Suspense fallback={<ItemSkeleton />}>{view === 'tariffs' ? <TariffsSection site={site} /> : null}</Suspense>
      )}
    </div>
  )
}

const TariffsSection = lazy(async () => ({
  default: (await import('#web/features/energy/tariffs-section.tsx')).TariffsSection,
}))
