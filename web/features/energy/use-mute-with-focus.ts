import { type RefObject, useLayoutEffect, useState } from 'react'
import type { AlarmKind, EnergySiteAlarms } from '#contract/energy-alarms.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { useMuteAlarm } from './energy.mutations.ts'

/**
 * Muting and unmuting remove the pressed button: the focus moves to the button that undoes it, or otherwise to the
 * heading. `frame`: around both. `hasMuted`: something was muted or unmuted here.
 */
export function useMuteWithFocus(
  siteId: string,
  mutes: EnergySiteAlarms['mutes'] | undefined,
  frame: RefObject<HTMLElement | null>,
) {
  const { mutate } = useMuteAlarm()
  const [asked, setAsked] = useState<{ kind: AlarmKind; isMuted: boolean } | null>(null)
  const [hasMuted, setHasMuted] = useState(false)
  useLayoutEffect(() => {
    if (asked === null || mutes?.some(({ kind }) => kind === asked.kind) !== asked.isMuted) return
    setAsked(null)
    const focused = document.activeElement
    // The user has moved the focus meanwhile.
    if (focused !== document.body && !frame.current?.contains(focused)) return
    const undo = asked.isMuted ? `[data-unmute="${asked.kind}"]` : `[data-mute="${asked.kind}"] button`
    const target = frame.current?.querySelector<HTMLElement>(undo) ?? headingIn(frame.current)
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest' })
  }, [asked, mutes, frame])
  function onMute(kind: AlarmKind, until: string | null) {
    setAsked({ kind, isMuted: until !== null })
    setHasMuted(true)
    const onError = (error: unknown) => {
      setAsked(null)
      showFailure(error)
    }
    mutate({ id: siteId, kind, until }, { onError })
  }
  return { onMute, hasMuted }
}

function headingIn(frame: HTMLElement | null): HTMLElement | null {
  const heading = frame?.querySelector<HTMLElement>('h2') ?? null
  if (heading) heading.tabIndex = -1
  return heading
}
