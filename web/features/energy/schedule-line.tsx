import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ControlledStorage } from '#contract/energy-control.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { formatDateTime } from '#web/lib/format/format.ts'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'
import { storagesQuery } from './energy.query-options.ts'
import { ScheduleForm } from './schedule-form.tsx'

const texts = energyControlTexts.schedule

/** The next departure of a car or heat store, and a button to change the departures. */
export function ScheduleLine({ site, storage }: { site: EnergySite; storage: ControlledStorage }) {
  const [isOpen, setOpen] = useState(false)
  const { name, nextDeparture } = storage
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {nextDeparture === null ? null : <p className="text-label">{texts.next(formatDateTime(nextDeparture))}</p>}
      {site.permissions.includes('setControl') ? (
        <Button size="small" data-screen-only="" aria-label={texts.editOf(name)} onClick={() => setOpen(true)}>
          {texts.edit}
        </Button>
      ) : null}
      <Drawer open={isOpen} onOpenChange={setOpen} title={texts.titleOf(name)}>
        <LoadedForm siteId={site.id} storageId={storage.id} onDone={() => setOpen(false)} />
      </Drawer>
    </div>
  )
}

function LoadedForm({ siteId, storageId, onDone }: { siteId: string; storageId: string; onDone: () => void }) {
  const { data } = useQuery(storagesQuery(siteId))
  const storage = data?.results.find(({ id }) => id === storageId)
  return storage ? <ScheduleForm storage={storage} onDone={onDone} /> : <SkeletonText lines={4} />
}
