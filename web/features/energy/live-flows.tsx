import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EnergyLive } from '#contract/energy-history.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Card } from '#web/components/display/card.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { energyLiveTexts as texts } from '#web/texts/energy-live.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { liveQuery } from './energy.query-options.ts'
import { doubtText, nodesOf, sentenceOf } from './flow-nodes.ts'
import { FlowPicture } from './flow-picture.tsx'

/** Current flows of a site as a picture and as a sentence, with the age of each value. */
export function LiveFlows({ site }: { site: EnergySite }) {
  const { data, dataUpdatedAt, isError, refetch, isFetching } = useQuery(liveQuery(site.id))
  const doubts = doubtText(data?.channels ?? [])
  return (
    <Card title={texts.title}>
      {site.state === 'silent' && site.lastReadingAt ? (
        <div className="mb-4">
          <Notice kind="warning">{texts.silent(site.lastReadingAt)}</Notice>
        </div>
      ) : null}
      {doubts === '' ? null : (
        <div className="mb-4">
          <Notice kind="warning">{doubts}</Notice>
        </div>
      )}
      {data ? <Flows live={data} fetchedAt={dataUpdatedAt} none={doubts === '' ? noFlowsText(site) : ''} /> : null}
      {!data && isError ? <ErrorState text={energySiteTexts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={8} /> : null}
    </Card>
  )
}

function noFlowsText({ lastReadingAt }: EnergySite): string {
  return lastReadingAt === null ? texts.none : texts.onlyCounters
}

/** A screen reader hears the flows at most this often. */
const announceEveryMs = 30_000
/** How often ages are updated between two fetches. */
const ageEveryMs = 5_000

interface FlowsProps {
  live: EnergyLive
  fetchedAt: number
  /** Shown if no flow is known; empty if the reason is already shown. */
  none: string
}

function Flows({ live, fetchedAt, none }: FlowsProps) {
  const now = useRoughNow()
  const { left, right } = nodesOf(live, Math.max(0, Math.floor((now - fetchedAt) / 1_000)))
  const all = [...left, ...right]
  const sentence = sentenceOf(all, live.levelPercent, now)
  const announced = useCalmText(sentence)
  if (all.length === 0) return none === '' ? null : <p className="text-muted">{none}</p>
  return (
    <>
      <FlowPicture left={left} right={right} levelPercent={live.levelPercent} revision={live.revision} now={now} />
      <p aria-hidden="true" className="mt-4 text-label">
        {sentence}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}

/** The time, updated every few seconds. */
function useRoughNow(): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), ageEveryMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The latest text, changed at most every half minute. */
function useCalmText(text: string): string {
  const latest = useRef(text)
  latest.current = text
  const [calm, setCalm] = useState(text)
  useEffect(() => {
    const timer = setInterval(() => setCalm(latest.current), announceEveryMs)
    return () => clearInterval(timer)
  }, [])
  return calm
}
