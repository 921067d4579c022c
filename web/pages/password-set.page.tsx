import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { passwordLinkQuery } from '#web/features/accounts/account.query-options.ts'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { LinkCheck, LinkOutcome } from '#web/features/accounts/link-page.tsx'
import { PasswordSetForm } from '#web/features/accounts/password-set-form.tsx'
import { useLinkToken } from '#web/features/accounts/use-link-token.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { lookUpSession } from '#web/lib/session/session.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'

const texts = accountTexts.setPassword

/** /passwort-setzen#token=…: the target of invitations and reset links. */
export function PasswordSetPage() {
  const token = useLinkToken()
  return token ? <LinkedPage key={token} token={token} /> : <MissingLink />
}

function LinkedPage({ token }: { token: string }) {
  const [state, setState] = useState<'open' | 'saved' | 'invalid'>('open')
  const query = useQuery(passwordLinkQuery(token))
  const link = query.data

  if (state === 'saved') return <Saved />
  if (state === 'invalid' || hasCode(query.error, 'account.token_invalid') || hasCode(query.error, 'request.invalid')) {
    return <InvalidLink />
  }
  if (query.error || !link) return <LinkCheck title={texts.title} query={query} failed={texts.checkFailed} lines={6} />

  /** The server has ended all sessions of this user, possibly including this browser's. */
  async function showSaved() {
    await lookUpSession()
    setState('saved')
  }
  return (
    <AccountFrame
      title={texts.title}
      lead={link.kind === 'invitation' ? texts.leadInvitation : texts.leadReset}
      footer={<span className="text-muted">{texts.validUntil(formatDateTime(link.expiresAt))}</span>}
    >
      <PasswordSetForm
        token={token}
        username={link.username}
        role={link.role}
        factors={link.factors}
        onSaved={showSaved}
        onTokenInvalid={() => setState('invalid')}
      />
    </AccountFrame>
  )
}

function Saved() {
  return (
    <LinkOutcome
      page={texts.title}
      kind="success"
      title={texts.savedTitle}
      actions={
        <LinkButton to="/login" variant="primary">
          {accountTexts.toLogin}
        </LinkButton>
      }
    >
      <p>{texts.savedText}</p>
    </LinkOutcome>
  )
}

function InvalidLink() {
  return (
    <LinkOutcome
      page={texts.title}
      kind="problem"
      title={texts.invalidTitle}
      actions={
        <>
          <LinkButton to="/passwort-vergessen" variant="primary">
            {texts.requestLink}
          </LinkButton>
          <LinkButton to="/contact">{texts.contact}</LinkButton>
        </>
      }
    >
      <p>{texts.invalidText}</p>
      <p>{texts.invalidInvitation}</p>
    </LinkOutcome>
  )
}

function MissingLink() {
  return (
    <LinkOutcome
      page={texts.title}
      kind="problem"
      title={texts.missingTitle}
      actions={
        <LinkButton to="/passwort-vergessen" variant="primary">
          {texts.requestLink}
        </LinkButton>
      }
    >
      <p>{texts.missingText}</p>
    </LinkOutcome>
  )
}
