import { IconCalculator, IconGauge, IconToggleRight } from '@tabler/icons-react'
import type { PowerMaster } from '#contract/business-profile.ts'

/** How PowerMaster works, step by step. */
export function Principle({ steps }: { steps: PowerMaster['principle'] }) {
  return (
    <ol className="grid gap-x-10 gap-y-10 md:grid-cols-3">
      {steps.map((step, index) => {
        const Icon = icons[index % icons.length] ?? IconGauge
        return (
          <li key={step.title} className="border-hairline border-t pt-6">
            <Icon aria-hidden="true" size={40} stroke={1.5} className="text-primary" />
            <h3 className="mt-4 text-figure">{step.title}</h3>
            <p className="mt-2 text-muted">{step.text}</p>
          </li>
        )
      })}
    </ol>
  )
}

const icons = [IconGauge, IconCalculator, IconToggleRight]
