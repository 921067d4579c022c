import { IconCloudOff } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { connectRealtime, type RealtimeState } from '#web/lib/realtime/connection.ts'
import { oldestQueryAt } from '#web/lib/realtime/oldest-query.ts'
import { watchUserActivity } from '#web/lib/realtime/user-activity.ts'
import { realtimeTexts } from '#web/texts/realtime.texts.ts'
import { type ChangeApplier, createChangeApplier } from './apply-changes.ts'
import { checkSession } from './check-session.ts'
import './realtime-updates.css'

/** A new connection takes some time, and a restart of the server is no reason to show a notice. */
const quietMs = 10_000
/** Screen readers get one announcement at a time. */
const announceEveryMs = 5_000

/** Refetches after changes by others, announces them to screen readers, and shows a notice while offline. */
export function RealtimeUpdates() {
  const client = useQueryClient()
  const [announcement, setAnnouncement] = useState('')
  const state = useRealtimeConnection(client, setAnnouncement)
  const isMissing = useHasLasted(state === 'connecting', quietMs)
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <div role="status" className="realtime-status">
        {isMissing ? (
          <p className="realtime-notice">
            <IconCloudOff aria-hidden="true" size={18} className="shrink-0" />
            {realtimeTexts.noConnection}
          </p>
        ) : null}
      </div>
    </>
  )
}

function useRealtimeConnection(client: QueryClient, announce: (sentence: string) => void): RealtimeState {
  const router = useRouter()
  const [state, setState] = useState<RealtimeState>('connecting')
  useEffect(() => {
    watchUserActivity()
    const announcer = createThrottledAnnouncer(announce)
    const applier: ChangeApplier = createChangeApplier(client, announcer.announce)
    const disconnect = connectRealtime(
      { ...applier, onState: setState, onRefused: () => void checkSession(router) },
      oldestQueryAt(client),
    )
    return () => {
      disconnect()
      applier.stop()
      announcer.stop()
    }
  }, [client, announce, router])
  return state
}

/** Delays announcements that come too soon; of several that wait, the last one wins. */
function createThrottledAnnouncer(announce: (sentence: string) => void) {
  let next: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const announceNext = () => {
    timer = undefined
    if (next === undefined) return announce('')
    announce(next)
    next = undefined
    timer = setTimeout(announceNext, announceEveryMs)
  }
  return {
    announce: (sentence: string) => {
      next = sentence
      if (timer === undefined) announceNext()
    },
    stop: () => clearTimeout(timer),
  }
}

/** True once `isSo` has been true for `ms`. */
function useHasLasted(isSo: boolean, ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return setHasLasted(false)
    const timer = setTimeout(() => setHasLasted(true), ms)
    return () => clearTimeout(timer)
  }, [isSo, ms])
  return hasLasted
}
