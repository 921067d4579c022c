import {
  IconBattery3,
  IconBolt,
  IconChartHistogram,
  IconCode,
  IconHome,
  IconPropeller,
  IconRouter,
  IconShieldCheck,
  IconSun,
  IconTool,
} from '@tabler/icons-react'
import type { sectionIcons } from '#contract/business-profile.ts'

export type SectionIconName = (typeof sectionIcons)[number]

/** An icon in a light square, next to its name. */
export function SectionIcon({ name }: { name: SectionIconName }) {
  const Icon = icons[name]
  return (
    <span
      aria-hidden="true"
      data-tint=""
      className="grid size-11 shrink-0 place-items-center rounded-control bg-primary text-on-primary"
    >
      <Icon size={24} stroke={1.75} />
    </span>
  )
}

const icons: Record<SectionIconName, typeof IconSun> = {
  sun: IconSun,
  battery: IconBattery3,
  bolt: IconBolt,
  heat: IconPropeller,
  home: IconHome,
  network: IconRouter,
  code: IconCode,
  tools: IconTool,
  chart: IconChartHistogram,
  shield: IconShieldCheck,
}
