import { useState } from 'react'
import { passwordResetMinutes } from '#contract/limits.ts'
import { Button } from '#web/components/action/button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { AccountFrame } from '#web/features/accounts/account-frame.tsx'
import { Outcome } from '#web/features/accounts/outcome.tsx'
import { PasswordForgottenForm } from '#web/features/accounts/password-forgotten-form.tsx'
import { plural } from '#web/lib/format/format.ts'
import { accountTexts } from '#web/texts/accounts.texts.ts'

const texts = accountTexts.forgotten

/** /passwort-vergessen: requests a reset link. */
export function PasswordForgottenPage() {
  const [sentTo, setSentTo] = useState<string>()
  return (
    <AccountFrame
      title={texts.title}
      lead={sentTo ? undefined : texts.lead}
      footer={<TextLink to="/login">{accountTexts.toLogin}</TextLink>}
    >
      {sentTo ? (
        <Outcome
          kind="success"
          title={texts.sentTitle}
          actions={<Button onClick={() => setSentTo(undefined)}>{texts.again}</Button>}
        >
          <p className="wrap-anywhere">{unbroken(texts.sentText(sentTo))}</p>
          <p>{texts.sentValid(plural(passwordResetMinutes, accountTexts.minute, accountTexts.minutes))}</p>
          <p>{texts.sentNothing}</p>
        </Outcome>
      ) : (
        <PasswordForgottenForm onSent={setSentTo} />
      )}
    </AccountFrame>
  )
}
