import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { totpCode } from '#contract/second-factor-proof.ts'
import { Button } from '#web/components/action/button.tsx'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { QrCode } from '#web/components/display/qr-code.tsx'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'
import { showSecondFactorFailure, useConfirmTotp } from './second-factor.mutations.ts'
import { useWait } from './use-wait.ts'
import { WaitNote } from './wait-note.tsx'

export interface TotpSetUpProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

const texts = secondFactorTexts.setUp

/** Shows the secret for the app and asks for the first code, which activates it. */
export function TotpSetUp({ secret, uri, onDone, onCancel }: TotpSetUpProps) {
  const confirm = useConfirmTotp()
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { code: '' } })
  const { secondsLeft, startWait } = useWait()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function turnOn(body: { code: string }) {
    const { recoveryCodes } = await confirm.mutateAsync(body)
    onDone(recoveryCodes)
  }
  function showFailure(error: unknown) {
    if (!applyProblem(form, error)) return showSecondFactorFailure(error)
    if (error instanceof ProblemError && error.retryAfterSeconds) startWait(error.retryAfterSeconds)
  }
  return (
    <div className="grid gap-6">
      <h3 ref={heading} tabIndex={-1} className="text-lead outline-none">
        {texts.title}
      </h3>
      <ol className="grid list-decimal gap-6 pl-5 marker:font-semibold">
        <li>
          <p>{texts.stepScan}</p>
          <div className="mt-3">
            <QrCode text={uri} label={texts.qrLabel} />
          </div>
          <p className="mt-3 text-label">
            <a href={uri} className="underline">
              {texts.openApp}
            </a>
          </p>
          <p className="mt-3 text-label text-muted">{texts.stepType}</p>
          <div className="mt-1.5 flex flex-wrap items-center gap-3">
            <code className="rounded-control border border-hairline bg-sunken px-3 py-2 font-mono text-small wrap-anywhere">
              {grouped(secret)}
            </code>
            <CopyButton name={texts.secret} value={secret} labelled />
          </div>
        </li>
        <li>
          <p>{texts.stepCode}</p>
          <div className="mt-3">
            <Form form={form} onSubmit={turnOn} onFailure={showFailure} label={texts.form} requiredMarks="none">
              <TextInput
                control={form.control}
                name="code"
                label={secondFactorTexts.code}
                hint={texts.sessions}
                required
                monospace
                inputMode="numeric"
                autoComplete="one-time-code"
              />
              <div className="flex flex-wrap gap-3">
                <SubmitButton fullOnPhone>{texts.confirm}</SubmitButton>
                <Button fullOnPhone onClick={onCancel}>
                  {secondFactorTexts.cancel}
                </Button>
              </div>
              <WaitNote secondsLeft={secondsLeft} />
            </Form>
          </div>
        </li>
      </ol>
    </div>
  )
}

/** Groups of four reduce errors in reading and typing. */
function grouped(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ')
}

const schema = z.object({ code: totpCode })
