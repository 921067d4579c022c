import type { Homepage } from '#contract/business-profile.ts'
import { homeTexts } from '#web/texts/home.texts.ts'
import { SectionIcon } from './section-icon.tsx'

export interface DeviceListProps {
  heading: string
  text: string
  devices: Homepage['devices']
}

/** Devices that the business works with, each with its icon. */
export function DeviceList({ heading, text, devices }: DeviceListProps) {
  return (
    <div className="flex flex-col rounded-panel border border-hairline bg-surface p-6 sm:p-8">
      <h3 className="text-heading">{heading || homeTexts.devices}</h3>
      {text ? <p className="mt-2 text-label text-muted">{text}</p> : null}
      <ul className="mt-auto divide-y divide-hairline pt-6">
        {devices.map((device, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none has a state
          <li key={index} className="flex items-center gap-4 py-3.5 last:pb-0">
            <SectionIcon name={device.icon} />
            <span className="grid min-w-0">
              <span className="font-semibold">{device.name}</span>
              {device.detail ? <span className="text-label text-muted">{device.detail}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
