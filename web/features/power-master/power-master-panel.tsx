import { WhenNear } from '#web/components/feedback/when-near.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { energyTexts } from '#web/texts/energy.texts.ts'
import { homeTexts } from '#web/texts/home.texts.ts'
import { DayAxis } from './day-axis.tsx'
import { DayCurve } from './day-curve.tsx'
import { DayLegend } from './day-legend.tsx'
import { exampleDay, wallboxSpan } from './example-day.ts'

/** The dark panel of the homepage: PowerMaster in one sentence with the chart of a day. */
export function PowerMasterPanel({ text }: { text: string }) {
  return (
    <div className="scheme-dark flex flex-col rounded-panel border border-hairline bg-night p-6 text-on-night sm:p-8">
      <h3 className="text-figure">{homeTexts.powerMaster}</h3>
      {text ? <p className="mt-3 max-w-form text-label text-muted">{text}</p> : null}
      <div className="mt-auto pt-6">
        <WhenNear className="min-h-51">
          <DayCurve
            day={exampleDay}
            summary={energyTexts.summary}
            marked={{ span: wallboxSpan, label: energyTexts.wallboxCharges }}
          />
        </WhenNear>
        <DayAxis />
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <DayLegend />
          <span className="text-muted text-small">{energyTexts.example}</span>
        </div>
        <p className="mt-5 font-semibold">
          <TextLink to="/power-master">{homeTexts.toPowerMaster}</TextLink>
        </p>
      </div>
    </div>
  )
}
