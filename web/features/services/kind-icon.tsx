import { IconApps, IconDeviceDesktop, IconWorld } from '@tabler/icons-react'
import type { ServiceType } from '#contract/service-fields.ts'

interface KindIconProps {
  type: ServiceType
  size?: number
}

/** The icon of a kind of service, next to its name. */
export function KindIcon({ type, size = 20 }: KindIconProps) {
  const Icon = Object.hasOwn(icons, type) ? icons[type] : IconApps
  return <Icon aria-hidden="true" size={size} className="shrink-0" />
}

const icons = {
  device_service: IconDeviceDesktop,
  website_service: IconWorld,
  application_service: IconApps,
}
