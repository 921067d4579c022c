import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { Badge } from '#web/components/display/badge.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { formatDate, plural } from '#web/lib/format/format.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'
import { PasskeySetting } from './passkey-setting.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { showSecondFactorFailure, useRenewRecoveryCodes, useStartTotp } from './second-factor.mutations.ts'
import { secondFactorQuery } from './second-factor.query-options.ts'
import { TurnOffForm } from './second-factor-turn-off-form.tsx'
import { TotpSetUp } from './totp-set-up.tsx'

/** The current step, shown instead of the state. */
type Step =
  | { kind: 'setUp'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'turnOff' }

const texts = secondFactorTexts.settings
/** From this number on a notice warns that they run out. */
const fewCodes = 2

/** The user's second factor: its state and the steps to turn it on or off. */
export function SecondFactorSetting({ username }: { username: string }) {
  const query = useQuery(secondFactorQuery())
  const [step, setStep] = useState<Step>()
  const frame = useRef<HTMLDivElement>(null)
  const wasInStep = useRef(false)
  // The step's buttons are gone: the focus returns to where it started.
  useEffect(() => {
    if (wasInStep.current && !step) frame.current?.querySelector('button')?.focus()
    wasInStep.current = step !== undefined
  }, [step])
  const finish = (message?: string) => {
    setStep(undefined)
    if (message) showSuccess(message)
  }

  if (step?.kind === 'codes') {
    return <RecoveryCodes codes={step.codes} username={username} onDone={() => finish()} />
  }
  if (step?.kind === 'setUp') {
    const show = (codes: readonly string[]) => {
      setStep({ kind: 'codes', codes })
      showSuccess(secondFactorTexts.setUp.done)
    }
    return <TotpSetUp secret={step.secret} uri={step.uri} onDone={show} onCancel={() => finish()} />
  }
  if (!query.data) {
    if (query.isError) return <ErrorState text={texts.loadingFailed} onRetry={query.refetch} busy={query.isFetching} />
    return <SkeletonText lines={3} />
  }
  const { totp, passkeys, recoveryCodesLeft } = query.data
  if (step?.kind === 'turnOff') {
    return (
      <TurnOffForm
        username={username}
        hasRecoveryCodes={recoveryCodesLeft > 0}
        onDone={() => finish(secondFactorTexts.turnOff.done)}
        onCancel={() => finish()}
      />
    )
  }
  return (
    <div ref={frame} className="grid gap-8">
      {totp === null ? (
        <Off hasPasskeys={passkeys.length > 0} onStep={setStep} />
      ) : (
        <On since={totp.since} onStep={setStep} />
      )}
      {totp === null && passkeys.length === 0 ? null : <CodesLeft left={recoveryCodesLeft} onStep={setStep} />}
      <PasskeySetting passkeys={passkeys} onRecoveryCodes={codes => setStep({ kind: 'codes', codes })} />
    </div>
  )
}

function Off({ hasPasskeys, onStep }: { hasPasskeys: boolean; onStep: (step: Step) => void }) {
  const start = useStartTotp()
  const begin = () =>
    start
      .mutateAsync()
      .then(started => onStep({ kind: 'setUp', ...started }))
      .catch(showSecondFactorFailure)
  return (
    <div className="grid justify-items-start gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {hasPasskeys ? <OnBadge /> : <OffBadge />}
        <p className="text-label">{hasPasskeys ? texts.offBesidePasskeys : texts.offText}</p>
      </div>
      <Button variant={hasPasskeys ? 'secondary' : 'primary'} fullOnPhone busy={start.isPending} onClick={begin}>
        {hasPasskeys ? texts.startBesidePasskeys : texts.start}
      </Button>
    </div>
  )
}

function On({ since, onStep }: { since: string; onStep: (step: Step) => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <OnBadge />
        <p className="text-label">{texts.since(formatDate(since))}</p>
      </div>
      <Button fullOnPhone onClick={() => onStep({ kind: 'turnOff' })}>
        {texts.turnOff}
      </Button>
    </div>
  )
}

function OnBadge() {
  return (
    <Badge tone="green" icon="check">
      {texts.on}
    </Badge>
  )
}

function OffBadge() {
  return (
    <Badge tone="grey" icon="dash">
      {texts.off}
    </Badge>
  )
}

/** Remaining recovery codes for a lost phone. */
function CodesLeft({ left: recoveryCodesLeft, onStep }: { left: number; onStep: (step: Step) => void }) {
  const renew = useRenewRecoveryCodes()
  const [isAsking, setAsking] = useState(false)
  const renewCodes = async () => onStep({ kind: 'codes', codes: (await renew.mutateAsync()).recoveryCodes })
  return (
    <div className="grid justify-items-start gap-4">
      {recoveryCodesLeft > fewCodes ? (
        <p className="text-label text-muted">
          {texts.codesLeft(plural(recoveryCodesLeft, texts.leftOne, texts.leftMany))}
        </p>
      ) : (
        <Notice kind="warning" title={recoveryCodesLeft === 0 ? texts.noneTitle : texts.fewTitle}>
          {texts.codesLeft(plural(recoveryCodesLeft, texts.leftOne, texts.leftMany))}. {texts.fewText}
        </Notice>
      )}
      <Button fullOnPhone onClick={() => setAsking(true)}>
        {texts.renew}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={secondFactorTexts.recovery.renewQuestion}
        confirmLabel={secondFactorTexts.recovery.renewConfirm}
        tone="primary"
        onConfirm={renewCodes}
        onFailure={showSecondFactorFailure}
      >
        {secondFactorTexts.recovery.renewText}
      </ConfirmDialog>
    </div>
  )
}
