import { IconAlertTriangle, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AlarmKind, EnergyAlarm, EnergySiteAlarms } from '#contract/energy-alarms.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import { alarmNames, alarmSentence } from '#contract/texts/energy-alarms.texts.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Menu } from '#web/components/overlay/menu.tsx'
import { berlinDate, formatDate, formatDateTime } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { alarmsQuery } from './energy.query-options.ts'
import { useMuteWithFocus } from './use-mute-with-focus.ts'

type MuteAlarm = (kind: AlarmKind, until: string | null) => void

/** Open, ended and muted alarms of a site; renders nothing without any. */
export function AlarmsSection({ site }: { site: EnergySite }) {
  const { data, isError, refetch, isFetching } = useQuery(alarmsQuery(site.id))
  const frame = useRef<HTMLDivElement>(null)
  const { onMute, hasMuted } = useMuteWithFocus(site.id, data?.mutes, frame)
  if (!data && isError) {
    return (
      <Card title={texts.title}>
        <ErrorState text={texts.failed} onRetry={refetch} busy={isFetching} />
      </Card>
    )
  }
  if (!data) return null
  // The section stays after the last alarm was muted here, for the focus.
  if (data.results.length + data.mutes.length === 0 && !hasMuted) return null
  const open = data.results.filter(({ endedAt }) => endedAt === null)
  const over = data.results.filter(({ endedAt }) => endedAt !== null)
  return (
    <div ref={frame}>
      <Card title={texts.title}>
        {open.length > 0 ? (
          <ul className="grid gap-4">
            {open.map(alarm => (
              <OpenAlarm key={alarm.id} site={site} alarm={alarm} mutes={data.mutes} onMute={onMute} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{texts.none}</p>
        )}
        <Mutes site={site} mutes={data.mutes} onMute={onMute} />
        {over.length > 0 ? (
          <div className="mt-4">
            <Disclosure summary={texts.over(over.length)} headingLevel={3}>
              <ul className="grid gap-2 text-label">
                {over.map(({ id, kind, channelName, startedAt, endedAt }) => (
                  <li key={id}>
                    {texts.was(
                      nameOf(kind, channelName),
                      formatDateTime(startedAt),
                      formatDateTime(endedAt ?? startedAt),
                    )}
                  </li>
                ))}
              </ul>
            </Disclosure>
          </div>
        ) : null}
      </Card>
    </div>
  )
}

const texts = energySiteTexts.alarms

/** How long a kind is muted, in days. */
const muteDays = [1, 7, 30, 365] as const

interface OpenAlarmProps {
  site: EnergySite
  alarm: EnergyAlarm
  mutes: EnergySiteAlarms['mutes']
  onMute: MuteAlarm
}

function OpenAlarm({ site, alarm: { kind, channelName, startedAt }, mutes, onMute }: OpenAlarmProps) {
  const isMuted = mutes.some(each => each.kind === kind)
  const Icon = isMuted ? IconBellOff : IconAlertTriangle
  return (
    <li className="flex items-start gap-3">
      <Icon aria-hidden="true" className={isMuted ? 'shrink-0 text-muted' : 'shrink-0 text-amber'} />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="wrap-anywhere font-semibold">{nameOf(kind, channelName)}</p>
        <p className="wrap-anywhere text-label">{alarmSentence(kind, channelName)}</p>
        <p className="text-muted text-small">{texts.since(formatDateTime(startedAt))}</p>
      </div>
      {site.permissions.includes('mute') && !isMuted ? (
        <span data-screen-only="" data-mute={kind}>
          <Menu
            label={texts.muteKind(alarmNames[kind])}
            icon={<IconBellOff aria-hidden="true" />}
            framed
            actions={muteDays.map(days => ({
              label: texts.muteFor[days],
              onSelect: () => onMute(kind, dateIn(days)),
            }))}
          />
        </span>
      ) : null}
    </li>
  )
}

function Mutes({ site, mutes, onMute }: { site: EnergySite; mutes: EnergySiteAlarms['mutes']; onMute: MuteAlarm }) {
  if (mutes.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2 text-label">
      {mutes.map(({ kind, until }) => (
        <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {/* Muted until the first instant of the next day. */}
          <span>{texts.muted(alarmNames[kind], formatDate(berlinDate(new Date(Date.parse(until) - 1))))}</span>
          {site.permissions.includes('mute') ? (
            <Button size="small" data-screen-only="" data-unmute={kind} onClick={() => onMute(kind, null)}>
              {texts.unmute(alarmNames[kind])}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function nameOf(kind: AlarmKind, channel: string | null): string {
  return channel === null ? alarmNames[kind] : `${alarmNames[kind]}: ${channel}`
}

/** The date `days` days from today, Europe/Berlin. */
function dateIn(days: number): string {
  const [year = 0, month = 0, day = 0] = berlinDate().split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}
