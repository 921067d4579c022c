import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SiteControlState } from '#contract/energy-control.ts'
import type { EnergySite, SiteControl } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { Disclosure } from '#web/components/display/disclosure.tsx'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'
import { type CommandAddress, controlQuery } from './control.query-options.ts'
import { ControlledStorageItem } from './controlled-storage.tsx'
import { useUpdateSite } from './energy.mutations.ts'

const texts = energyControlTexts

interface ControlSectionProps {
  site: EnergySite
  /** The shown part of the log. */
  address: CommandAddress
  onAddressChange: (change: CommandAddress, isCorrection?: boolean) => void
}

/** Control of the storages of a site: who decides, the current modes, and its switch. */
export function ControlSection({ site, address, onAddressChange }: ControlSectionProps) {
  const { data, isError, refetch, isFetching } = useQuery(controlQuery(site.id))
  return (
    <Card title={texts.title}>
      {data ? (
        <Control site={site} state={data}>
          <Log siteId={site.id} address={address} onAddressChange={onAddressChange} />
        </Control>
      ) : null}
      {!data && isError ? <ErrorState text={texts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={4} /> : null}
    </Card>
  )
}

const looks: StateLooks<SiteControl> = {
  looks: { off: ['grey', 'dash'], suggest: ['blue', 'clock'], on: ['green', 'check'] },
  text: control => texts.controls[control as SiteControl], // The API has no other.
}

function Control({ site, state, children }: { site: EnergySite; state: SiteControlState; children: ReactNode }) {
  const { control, storages } = state
  const maySet = site.permissions.includes('setControl')
  // Without a storage there is nothing to switch on.
  const isOfUse = storages.length > 0 || control !== 'off'
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <StateBadge state={control} looks={looks} />
          <span className="text-label">{texts.explanations[control]}</span>
        </p>
        {maySet && isOfUse ? <Switch site={site} control={control} /> : null}
        {maySet ? null : <p className="text-muted">{texts.notInView}</p>}
      </div>
      <Warnings state={state} />
      {storages.length === 0 ? <p className="text-muted">{texts.noStorage}</p> : null}
      {storages.length > 0 ? (
        <ul className="grid gap-5">
          {storages.map(storage => (
            <ControlledStorageItem
              key={storage.id}
              site={site}
              storage={storage}
              control={control}
              mayOrder={maySet && control === 'on'}
            />
          ))}
        </ul>
      ) : null}
      <div data-screen-only="">{children}</div>
    </div>
  )
}

/** Loaded when it is first opened. The address records that it is open. */
function Log({ siteId, address, onAddressChange }: Omit<ControlSectionProps, 'site'> & { siteId: string }) {
  const { log, page, page_size, state, storage } = address
  const filter = { page, page_size, state, storage }
  const isOpen = log === 'open' || Object.values(filter).some(value => value !== undefined)
  const closed = { log: undefined, page: undefined, page_size: undefined, state: undefined, storage: undefined }
  return (
    <Disclosure
      summary={texts.log.open}
      headingLevel={3}
      open={isOpen}
      onToggle={opens => {
        if (opens !== isOpen) onAddressChange(opens ? { log: 'open' } : closed)
      }}
    >
      {isOpen ? (
        <Suspense fallback={<SkeletonText lines={4} />}>
          <CommandLog
            siteId={siteId}
            filter={filter}
            onFilterChange={(change, isCorrection) => onAddressChange({ log: 'open', ...change }, isCorrection)}
          />
        </Suspense>
      ) : null}
    </Disclosure>
  )
}

const CommandLog = lazy(async () => ({ default: (await import('./command-log.tsx')).CommandLog }))

function Warnings({ state: { control, canSend, isHeard, isDimmed } }: { state: SiteControlState }) {
  return (
    <>
      {control === 'on' && !canSend ? <Notice kind="warning">{texts.cannotSend}</Notice> : null}
      {control === 'on' && !isHeard ? <Notice kind="warning">{texts.notHeard}</Notice> : null}
      {control !== 'off' && isDimmed ? <Notice kind="info">{texts.dimmed}</Notice> : null}
    </>
  )
}

/** Switching on needs a confirmation; everything less is one click. */
function Switch({ site, control }: { site: EnergySite; control: SiteControl }) {
  const update = useUpdateSite()
  const [asks, setAsks] = useState(false)
  const set = (next: SiteControl) =>
    update.mutateAsync({ id: site.id, revision: site.revision, change: { control: next } }).then(() => {
      showSuccess(control === 'on' && next === 'off' ? texts.stopped : texts.saved(next))
    })
  const setAtOnce = (next: SiteControl) => void set(next).catch(showFailure)
  return (
    <div data-screen-only="" className="flex flex-wrap gap-3">
      {control === 'on' ? (
        <Button
          variant="danger"
          fullOnPhone
          icon={<IconHandStop />}
          busy={update.isPending}
          onClick={() => setAtOnce('off')}
        >
          {texts.stop}
        </Button>
      ) : (
        <Button variant="primary" fullOnPhone onClick={() => setAsks(true)}>
          {texts.turnOn}
        </Button>
      )}
      {control === 'suggest' ? (
        <Button fullOnPhone onClick={() => setAtOnce('off')}>
          {texts.turnOff}
        </Button>
      ) : (
        <Button fullOnPhone onClick={() => setAtOnce('suggest')}>
          {texts.suggest}
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={texts.question}
        confirmLabel={texts.confirm}
        tone="primary"
        onConfirm={() => set('on')}
        onFailure={error => {
          showFailure(error)
          setAsks(false)
        }}
      >
        <ul className="grid list-disc gap-2 pl-5">
          {texts.consequences.map(text => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </div>
  )
}
