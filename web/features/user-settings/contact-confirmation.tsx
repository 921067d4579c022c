import { useEffect, useRef } from 'react'
import type { UserSettings } from '#contract/user-settings.ts'
import { Button } from '#web/components/action/button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { isSameEmail } from '#web/lib/format/same-email.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { showSettingsFailure, showSettingsSaved, useConfirmContact } from './user-settings.mutations.ts'

/** Whether the stored contact address is confirmed, with a button to send the confirmation mail. */
export function ContactConfirmation({ settings }: { settings: UserSettings }) {
  const confirm = useConfirmContact()
  const { contactEmail, contactEmailConfirmed } = settings
  const place = useRef<HTMLDivElement>(null)
  const shownEmail = useRef(contactEmail)
  // The form saves at its end; this scrolls to the effect on the address and lets screen readers read it.
  useEffect(() => {
    if (shownEmail.current === contactEmail) return
    shownEmail.current = contactEmail
    place.current?.focus()
  }, [contactEmail])
  if (contactEmail === '') return null
  if (contactEmailConfirmed) {
    return <p className="wrap-anywhere -mt-3 text-label text-muted">{unbroken(texts.confirmed(contactEmail))}</p>
  }
  const send = () =>
    confirm
      .mutateAsync()
      .then(() => showSettingsSaved(texts.asked(contactEmail)))
      .catch(showMailFailure)
  const { isWaiting, text } = stateOf(settings)
  return (
    <div ref={place} tabIndex={-1}>
      <Notice
        kind="warning"
        title={texts.unconfirmedTitle}
        action={
          isWaiting ? undefined : (
            <Button size="small" busy={confirm.isPending} onClick={send}>
              {texts.send}
            </Button>
          )
        }
      >
        <span className="wrap-anywhere">{unbroken(text)}</span>
      </Notice>
    </div>
  )
}

/** A link to the address is on its way, its own one or that of the account (decision 0060), or can be sent. */
function stateOf({ contactEmail, contactEmailPending, pendingEmail, notificationsEmail }: UserSettings) {
  const link = contactEmailPending ?? (isSameEmail(pendingEmail?.email, contactEmail) ? pendingEmail : null)
  if (link === null) return { isWaiting: false, text: texts.unconfirmed(contactEmail, notificationsEmail) }
  const textOf = contactEmailPending ? texts.pending : texts.pendingWithAccount
  return { isWaiting: true, text: textOf(contactEmail, formatDateTime(link.expiresAt), notificationsEmail) }
}

function showMailFailure(error: unknown): void {
  const message = hasCode(error, 'mail.too_many') ? texts.tooMany : undefined
  showSettingsFailure(error, { title: texts.failed, message })
}

const texts = userSettingsTexts.contact
