import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#web/app/paths.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { setUpStateQuery } from '#web/features/accounts/account.query-options.ts'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { LinkCheck, LinkOutcome } from '#web/features/accounts/link-page.tsx'
import { SetUpForm } from '#web/features/accounts/set-up-form.tsx'
import { useLinkToken } from '#web/features/accounts/use-link-token.ts'
import { reloadPublicProfile } from '#web/lib/session/public-profile.ts'
import { lookUpSession } from '#web/lib/session/session.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'

const texts = accountTexts.setUp

/** /einrichten#token=…: the one-time link printed on the first start. */
export function SetUpPage() {
  const token = useLinkToken()
  const navigate = useNavigate()
  const [isRefused, setRefused] = useState(false)
  const query = useQuery(setUpStateQuery())
  const state = query.data

  if (query.error || !state)
    return <LinkCheck title={texts.title} query={query} failed={texts.checkFailed} lines={8} width="wide" />
  if (!state.isRequired) return <AlreadySetUp />
  if (!token) return <Unusable title={texts.missingTitle} text={texts.missingText} />
  if (isRefused) return <Unusable title={texts.invalidTitle} text={texts.invalidText} />

  async function enter() {
    await lookUpSession()
    await reloadPublicProfile()
    showToast({ kind: 'success', title: accountTexts.success, message: texts.savedMessage })
    await navigate({ to: paths.adminHome, replace: true })
  }
  /** Either the link was used or somebody else was faster: the server's answer decides which message appears. */
  async function refuse() {
    setRefused(true)
    await query.refetch()
  }
  return (
    <AccountFrame title={texts.title} lead={texts.lead} width="wide">
      <SetUpForm token={token} onDone={enter} onTokenInvalid={refuse} />
    </AccountFrame>
  )
}

function AlreadySetUp() {
  return (
    <LinkOutcome
      page={texts.title}
      kind="success"
      title={texts.doneTitle}
      actions={
        <LinkButton to="/login" variant="primary">
          {accountTexts.toLogin}
        </LinkButton>
      }
    >
      <p>{texts.doneText}</p>
    </LinkOutcome>
  )
}

function Unusable({ title, text }: { title: string; text: string }) {
  return (
    <LinkOutcome page={texts.title} kind="problem" title={title}>
      <p>{text}</p>
    </LinkOutcome>
  )
}
