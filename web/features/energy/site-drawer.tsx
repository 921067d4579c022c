import { lazy } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

interface SiteDrawerProps {
  /** The site to change; null to create one. */
  site: EnergySite | null
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  open: boolean
  onOpenChange: (open: boolean) => void
  onSaved: (saved: EnergySite) => void
}

/** The form of a site in a drawer; loaded when it first opens. */
export function SiteDrawer({ open, onOpenChange, onSaved, ...rest }: SiteDrawerProps) {
  const { createTitle, editTitle } = energySiteTexts.owner
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={rest.site ? editTitle : createTitle}>
      <SiteForm key={rest.site?.id ?? 'new'} {...rest} onDone={onSaved} />
    </Drawer>
  )
}

// The drawer opens when its content has loaded.
const SiteForm = lazy(async () => ({ default: (await import('./site-form.tsx')).SiteForm }))
