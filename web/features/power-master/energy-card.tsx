import { formatPercent } from '#web/lib/format/format-number.ts'
import { energyTexts } from '#web/texts/energy.texts.ts'
import { EnergyBars, type EnergyTone, toneSurfaces } from './energy-bars.tsx'
import { exampleMoment } from './example-moment.ts'

const texts = energyTexts.card

/** One instant of a house's day as two bars, labelled as an example. */
export function EnergyCard() {
  return (
    <section
      aria-label={texts.label}
      className="w-full max-w-[32rem] rounded-card border border-hairline bg-surface p-5 text-ink shadow-float sm:p-6"
    >
      <p className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold font-display text-heading tracking-tight">{texts.title}</span>
        <span className="text-muted text-small">{energyTexts.example}</span>
      </p>
      <EnergyBars sources={exampleMoment.sources} uses={exampleMoment.uses} />
      <dl className="mt-5 grid gap-2.5 border-hairline border-t pt-4 text-label">
        <Note tone="battery" term={texts.battery}>
          {texts.batteryNote}
        </Note>
        <Note tone="wallbox" term={texts.wallbox}>
          {texts.wallboxNote(formatPercent(sunShare()))}
        </Note>
        <Note tone="grid" term={texts.grid}>
          {texts.gridNote}
        </Note>
      </dl>
    </section>
  )
}

function Note({ tone, term, children }: { tone: EnergyTone; term: string; children: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-0.5">
      <dt className="flex items-center gap-2.5">
        <span aria-hidden="true" data-graphic="" className={`size-3 rounded-[3px] ${toneSurfaces[tone]}`} />
        {term}
      </dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

/** The share of power from the roof at this instant, 0 to 1. */
function sunShare(): number {
  const total = exampleMoment.sources.reduce((sum, part) => sum + part.kilowatts, 0)
  return (exampleMoment.sources.find(part => part.tone === 'sun')?.kilowatts ?? 0) / total
}
