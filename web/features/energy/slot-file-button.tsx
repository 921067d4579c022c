import { IconTableExport } from '@tabler/icons-react'
import { useState } from 'react'
import { energyMeasurements } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { call } from '#web/lib/api/api-client.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

/** Downloads all quarter-hours of a month (`YYYY-MM`). */
export function SlotFileButton({ site, month }: { site: EnergySite; month: string }) {
  const [isLoading, setIsLoading] = useState(false)
  async function save() {
    setIsLoading(true)
    const asked = { params: { id: site.id }, query: { month } }
    await call(energyMeasurements.slotFile, asked).then(saveFile).catch(showFailure)
    setIsLoading(false)
  }
  return (
    <Button size="small" icon={<IconTableExport />} data-screen-only="" busy={isLoading} onClick={save}>
      {energySiteTexts.history.slotFile}
    </Button>
  )
}
