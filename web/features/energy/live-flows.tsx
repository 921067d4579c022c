import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EnergyLive } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Card } from '#web/components/display/card.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { liveQuery } from './energy.query-options.ts'

type FlowName = keyof EnergyLive['flows']
type ShownFlow = { name: FlowName; powerW: number; at: string; ageSeconds: number }

/** Current flows of a site: their direction and the age of each value. */
export function LiveFlows({ site }: { site: EnergySite }) {
  const { data, isError, refetch, isFetching } = useQuery(liveQuery(site.id))
  return (
    <Card title={texts.title}>
      {site.state === 'silent' && site.lastReadingAt ? (
        <div className="mb-4">
          <Notice kind="warning">{texts.silent(site.lastReadingAt)}</Notice>
        </div>
      ) : null}
      {data ? <Flows live={data} /> : null}
      {!data && isError ? <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={5} /> : null}
    </Card>
  )
}

const texts = energySiteTexts.live

const from: readonly FlowName[] = ['pv', 'discharge', 'import']
const to: readonly FlowName[] = ['house', 'car', 'heat', 'consumer', 'charge', 'export']

/** Values older than this are marked as old. */
const freshSeconds = 60
/** A screen reader hears the flows at most this often. */
const announceEveryMs = 30_000

function Flows({ live }: { live: EnergyLive }) {
  const shown = (names: readonly FlowName[]) =>
    names.flatMap((name): ShownFlow[] => {
      const flow = live.flows[name]
      return flow === null ? [] : [{ name, ...flow }]
    })
  const [sources, sinks] = [shown(from), shown(to)]
  const sentence = texts.sentence(wordsOf(sources), wordsOf(sinks))
  const announced = useCalmText(sentence)
  if (sources.length + sinks.length === 0) return <p className="text-muted">{texts.none}</p>
  const most = Math.max(1, ...[...sources, ...sinks].map(({ powerW }) => powerW))
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <FlowList title={texts.from} flows={sources} most={most} />
        <FlowList title={texts.to} flows={sinks} most={most} />
      </div>
      {live.levelPercent === null ? null : (
        <p className="mt-5 text-label">
          {texts.level}: <strong className="tabular">{energySiteTexts.percent(live.levelPercent)}</strong>
        </p>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}

function FlowList({ title, flows, most }: { title: string; flows: readonly ShownFlow[]; most: number }) {
  return (
    <div className="grid content-start gap-3">
      <h3 className="text-lead">{title}</h3>
      <ul className="grid gap-3">
        {flows.map(({ name, powerW, at, ageSeconds }) => (
          <li key={name} className="grid gap-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>{energySiteTexts.flows[name]}</span>
              <span className="tabular font-semibold">{powerText(powerW)}</span>
            </p>
            <div aria-hidden="true" className="h-2 overflow-hidden rounded-box bg-sunken">
              <div className="h-full bg-graphic" style={{ width: `${(powerW / most) * 100}%` }} />
            </div>
            <p className={ageSeconds > freshSeconds ? 'text-amber text-small' : 'text-muted text-small'}>
              {ageSeconds > freshSeconds ? texts.old(at) : texts.seconds(ageSeconds)}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function wordsOf(flows: readonly ShownFlow[]): string[] {
  return flows
    .filter(({ powerW }) => Math.round(powerW / 10) > 0)
    .map(({ name, powerW }) => texts.part(energySiteTexts.flows[name], powerText(powerW)))
}

/** In steps of 10 W, which is calmer than the meters. */
function powerText(powerW: number): string {
  return energySiteTexts.kilowatts(Math.round(powerW / 10) / 100)
}

/** The latest text, changed at most every half minute. */
function useCalmText(text: string): string {
  const latest = useRef(text)
  latest.current = text
  const [calm, setCalm] = useState('')
  useEffect(() => {
    const timer = setInterval(() => setCalm(latest.current), announceEveryMs)
    return () => clearInterval(timer)
  }, [])
  return calm
}
