import { useState } from 'react'
import type { CommandState, EnergyCommand } from '#contract/energy-commands.ts'
import type { ControlledStorage } from '#contract/energy-control.ts'
import type { EnergyOverride, NewEnergyOverride } from '#contract/energy-overrides.ts'
import type { EnergySite, SiteControl } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { formatDateTime, formatTime } from '#web/lib/format/format.ts'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { useEndOverride, useStartOverride } from './control.mutations.ts'
import { OverrideDialog } from './override-dialog.tsx'
import { nextTime } from './override-end.ts'
import { ScheduleLine } from './schedule-line.tsx'

const texts = energyControlTexts

export const commandLooks: StateLooks<CommandState> = {
  looks: {
    sent: ['blue', 'clock'],
    confirmed: ['green', 'check'],
    refused: ['red', 'cross'],
    expired: ['amber', 'exclamation'],
    superseded: ['grey', 'dash'],
  },
  text: state => texts.log.states[state as CommandState], // The API has no other.
}

interface StorageProps {
  site: EnergySite
  storage: ControlledStorage
  control: SiteControl
  mayOrder: boolean
}

/** The mode of one storage with its reason, and the orders for it. */
export function ControlledStorageItem({ site, storage, control, mayOrder }: StorageProps) {
  const { name, command, override, suggestion, hasTarget, levelPercent } = storage
  return (
    <li className="grid gap-3 border-hairline border-t pt-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="wrap-anywhere text-label font-semibold">{name}</h3>
        {levelPercent === null ? null : (
          <span className="text-muted text-small">{texts.level(energySiteTexts.percent(levelPercent))}</span>
        )}
      </div>
      {control === 'on' && hasTarget ? <Current command={command} /> : null}
      {control === 'on' && !hasTarget ? <p className="text-label text-muted">{texts.noTarget}</p> : null}
      {control === 'suggest' ? (
        <p className="wrap-anywhere text-label">
          {suggestion === null ? texts.noSuggestion : `${texts.suggestion}: ${suggestion.sentence}`}
        </p>
      ) : null}
      {override === null || namesEnd(command, override) ? null : (
        <p className="text-label">{texts.orderedUntil(formatDateTime(override.until))}</p>
      )}
      {mayOrder && hasTarget ? <Orders storage={storage} /> : null}
      {storage.kind === 'battery' ? null : <ScheduleLine site={site} storage={storage} />}
    </li>
  )
}

/** Whether the command's sentence names the end of the override. While the operator limits, it names that instead. */
function namesEnd(command: EnergyCommand | null, override: EnergyOverride): boolean {
  return command !== null && command.overrideId === override.id && !command.isDimmed
}

function Current({ command }: { command: EnergyCommand | null }) {
  if (command === null) return <p className="text-label text-muted">{texts.byItself}</p>
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StateBadge state={command.state} looks={commandLooks} />
        <span className="wrap-anywhere text-label">{command.sentence}</span>
      </p>
      {command.state === 'expired' ? <p className="text-small text-muted">{texts.unconfirmed}</p> : null}
      {command.state === 'refused' ? (
        <p className="wrap-anywhere text-small text-muted">{texts.refusedBecause(command.answer)}</p>
      ) : null}
      {command.confirmedAt === null ? null : (
        <p className="text-small text-muted">{texts.confirmedAt(formatDateTime(command.confirmedAt))}</p>
      )}
    </div>
  )
}

const hourMs = 3_600_000
const eveningHour = 18

/** The usual orders with one tap, any other in a dialog. */
function Orders({ storage }: { storage: ControlledStorage }) {
  const start = useStartOverride()
  const end = useEndOverride()
  const [isOpen, setOpen] = useState(false)
  const { id, name, kind, modes, override, nextDeparture } = storage
  const order = async (body: Omit<NewEnergyOverride, 'storageId'>) => {
    const made = await start.mutateAsync({ storageId: id, ...body })
    showSuccess(texts.ordered(name, formatDateTime(made.until)))
  }
  const orderAtOnce = (body: Omit<NewEnergyOverride, 'storageId'>) => void order(body).catch(showFailure)
  // Until it leaves, or for half a day: a full storage stops on its own.
  const fullBy = nextDeparture ?? new Date(nowMs() + 12 * hourMs).toISOString()
  const evening = nextTime(eveningHour)
  const eveningText = `${formatTime(evening.toISOString())}\u00a0Uhr`
  return (
    <div data-screen-only="" className="flex flex-wrap gap-2">
      {override === null ? null : (
        <Button
          size="small"
          aria-label={texts.endOf(name)}
          busy={end.isPending}
          onClick={() =>
            end.mutate(override.id, { onSuccess: () => showSuccess(texts.ended(name)), onError: showFailure })
          }
        >
          {texts.end}
        </Button>
      )}
      {modes.includes('charge') ? (
        <Button
          size="small"
          aria-label={texts.chargeNowOf(name)}
          onClick={() => orderAtOnce({ mode: 'charge', until: soonest(fullBy) })}
        >
          {texts.chargeNow}
        </Button>
      ) : null}
      {kind === 'battery' && modes.includes('hold') ? (
        <Button
          size="small"
          aria-label={texts.holdUntilOf(name, eveningText)}
          onClick={() => orderAtOnce({ mode: 'hold', until: evening.toISOString() })}
        >
          {texts.holdUntil(eveningText)}
        </Button>
      ) : null}
      <Button size="small" aria-label={texts.otherOf(name)} onClick={() => setOpen(true)}>
        {texts.other}
      </Button>
      <OverrideDialog storage={storage} open={isOpen} onOpenChange={setOpen} onOrder={order} />
    </div>
  )
}

/** A departure may be later than the maximum end of an override. */
function soonest(until: string): string {
  const most = nowMs() + 7 * 24 * hourMs - 60_000
  return new Date(Math.min(Date.parse(until), most)).toISOString()
}
