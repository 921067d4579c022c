import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ConfirmationKind, type ConfirmationLink, ownSettings } from '#contract/user-settings.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { DisputedChanges } from '#web/features/accounts/disputed-changes.tsx'
import { FactorList } from '#web/features/accounts/factor-list.tsx'
import { LinkCheck, LinkOutcome } from '#web/features/accounts/link-page.tsx'
import { useLinkToken } from '#web/features/accounts/use-link-token.ts'
import { UserNames } from '#web/features/accounts/user-names.tsx'
import { confirmationQuery } from '#web/features/user-settings/user-settings.query-options.ts'
import { call } from '#web/lib/api/api-client.ts'
import { hasCode, ProblemError } from '#web/lib/api/api-error.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { lookUpSession } from '#web/lib/session/session.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'
import { confirmationTexts } from '#web/texts/confirmation.texts.ts'

const texts = confirmationTexts
/** These end all access: the next step is a new password. */
const stops: ReadonlySet<ConfirmationKind> = new Set(['email_change_stop', 'factor_stop'])

/** /bestaetigen#token=…: confirms or stops the action of a mail. Nothing happens without a click on the button. */
export function ConfirmationPage() {
  const token = useLinkToken()
  return token ? (
    <LinkedPage key={token} token={token} />
  ) : (
    <Unusable title={texts.missingTitle} text={texts.missingText} />
  )
}

type Done = Pick<ConfirmationLink, 'kind' | 'email' | 'changes'>
const { factors: factorTexts } = accountTexts

function LinkedPage({ token }: { token: string }) {
  const [done, setDone] = useState<Done>()
  const hintId = useId()
  const [removesOlder, setRemovesOlder] = useState(false)
  const [keptUserIds, setKeptUserIds] = useState<readonly string[]>([])
  const query = useQuery(confirmationQuery(token))
  const link = query.data
  const confirm = useMutation({
    mutationFn: async (asked: Done) => {
      const choice = {
        token,
        ...(removesOlder && { removeOlderFactors: true }),
        ...(keptUserIds.length > 0 && { keptUserIds: [...keptUserIds] }),
      }
      await call(ownSettings.confirm, { body: choice })
      // This browser's session may have ended too.
      await lookUpSession()
      setDone(asked)
    },
  })
  const isInvalid = (fault: unknown) => hasCode(fault, 'account.token_invalid') || hasCode(fault, 'request.invalid')

  if (done) return <Confirmed {...done} />
  if (isInvalid(query.error) || isInvalid(confirm.error)) return <Unusable text={texts.invalidText} />
  if (query.error || !link) return <LinkCheck title={texts.title} query={query} failed={texts.checkFailed} />
  const words = texts.kinds[link.kind]
  return (
    <AccountFrame
      title={words.title}
      lead={<span className="wrap-anywhere">{unbroken(words.lead(link.email))}</span>}
      footer={<span className="text-muted">{texts.validUntil(formatDateTime(link.expiresAt))}</span>}
    >
      <div className="grid gap-4">
        {confirm.isError ? (
          <Notice kind="error" title={texts.failed} live>
            {confirm.error instanceof ProblemError ? confirm.error.title : undefined}
          </Notice>
        ) : null}
        {link.newFactors.length > 0 ? <FactorList title={factorTexts.new} factors={link.newFactors} /> : null}
        {link.olderFactors.length > 0 ? (
          <div className="grid gap-1">
            <FactorList title={factorTexts.older} factors={link.olderFactors} />
            <Checkbox
              label={factorTexts.removeOlder}
              checked={removesOlder}
              onCheckedChange={setRemovesOlder}
              disabled={confirm.isPending}
              aria-describedby={hintId}
            />
            <p id={hintId} className="pl-9 text-muted text-small">
              {factorTexts.removeHint}
            </p>
          </div>
        ) : null}
        {link.endingUsers.length > 0 ? (
          <UserNames
            title={texts.endingUsers}
            users={link.endingUsers}
            keeping={{ ids: keptUserIds, onChange: setKeptUserIds, disabled: confirm.isPending }}
          />
        ) : null}
        {link.stayingUsers.length > 0 ? <UserNames title={texts.stayingUsers} users={link.stayingUsers} /> : null}
        <DisputedChanges changes={link.changes} />
        <Button
          variant={stops.has(link.kind) ? 'danger' : 'primary'}
          busy={confirm.isPending}
          onClick={() => confirm.mutate(link)}
        >
          {words.button}
        </Button>
      </div>
    </AccountFrame>
  )
}

function Confirmed({ kind, email, changes }: Done) {
  const words = texts.kinds[kind]
  return (
    <LinkOutcome
      page={words.title}
      kind="success"
      title={words.doneTitle}
      actions={stops.has(kind) ? null : <LinkButton to={paths.userSettings}>{texts.toSettings}</LinkButton>}
    >
      <p className="wrap-anywhere">{unbroken(words.doneText(email))}</p>
      <DisputedChanges changes={changes} />
    </LinkOutcome>
  )
}

function Unusable({ title = texts.invalidTitle, text }: { title?: string; text: string }) {
  return (
    <LinkOutcome
      page={texts.title}
      kind="problem"
      title={title}
      actions={
        <>
          <LinkButton to={paths.userSettings} variant="primary">
            {texts.toSettings}
          </LinkButton>
          <LinkButton to={paths.home}>{texts.toHome}</LinkButton>
        </>
      }
    >
      <p>{text}</p>
    </LinkOutcome>
  )
}
