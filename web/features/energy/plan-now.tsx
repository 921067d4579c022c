import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Card } from '#web/components/display/card.tsx'
import { Tag } from '#web/components/display/tag.tsx'
import { useNow } from '#web/lib/browser/use-now.ts'
import { energyPlanTexts } from '#web/texts/energy-plans.texts.ts'
import { planQuery } from './energy-plan.query-options.ts'

interface PlanNowProps {
  site: EnergySite
  /** A link to the whole plan. */
  planLink: ReactNode
  /** A link to the tariffs, without which there is no plan. */
  tariffsLink: ReactNode
}

/** The reason for each storage's current mode, or for a missing plan; renders nothing for a house without storages. */
export function PlanNow({ site, planLink, tariffsLink }: PlanNowProps) {
  const { data } = useQuery(planQuery(site.id))
  const now = useNow(minuteMs)
  if (!data || data.obstacle === 'no_storage') return null
  const { plan, obstacle, unplanned } = data
  const step = plan ? Math.floor((now - Date.parse(plan.startsAt)) / (15 * minuteMs)) : 0
  return (
    <Card title={texts.whyNow} actions={obstacle === 'no_tariff' ? tariffsLink : planLink}>
      <div className="grid gap-3">
        {obstacle === null ? null : <p className="text-muted">{texts.obstacleOf(obstacle, site.state)}</p>}
        {plan?.status === 'rules' ? <p className="text-amber text-label">{texts.byRules}</p> : null}
        {plan?.storages.map(({ id, name, kind, mode, sentence, valueCt }) => {
          const [is, value] = [mode[step], valueCt[step] ?? null]
          return is === undefined ? null : (
            <div key={id} className="grid gap-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {name} <Tag>{texts.modeOf(is, kind)}</Tag>
              </p>
              <p>{sentence[step]}</p>
              {value === null ? null : <p className="text-label text-muted">{texts.value(texts.cents(value))}</p>}
            </div>
          )
        })}
        {unplanned.length > 0 && obstacle === null ? (
          <p className="text-label text-muted">{texts.unplanned(unplanned.join(', '))}</p>
        ) : null}
      </div>
    </Card>
  )
}

const texts = energyPlanTexts
const minuteMs = 60_000
