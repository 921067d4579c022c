import type { Homepage } from '#contract/business-profile.ts'
import { Tag } from '#web/components/display/tag.tsx'

export interface DeviceNamesProps {
  heading: string
  devices: Homepage['devices']
}

/** The profile's devices in one line. */
export function DeviceNames({ heading, devices }: DeviceNamesProps) {
  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-5 gap-y-3">
      <h3 className="text-lead">{heading}</h3>
      <ul className="flex flex-wrap gap-2">
        {devices.map(({ name, detail }) => (
          <li key={name}>
            <Tag>{detail ? `${name}: ${detail}` : name}</Tag>
          </li>
        ))}
      </ul>
    </div>
  )
}
