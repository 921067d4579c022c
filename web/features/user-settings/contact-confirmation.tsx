import type { UserSettings } from '#contract/user-settings.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { unbroken } from '#web/components/unbroken.tsx'
import { formatDateTime } from '#web/lib/format.ts'
import { userSettingsTexts } from '#web/texts/user-settings.ts'
import { showSettingsFailure, showSettingsSaved, useConfirmContact } from './commands.ts'

/** Whether the contact address that is stored is confirmed, and the mail that confirms it. */
export function ContactConfirmation({ settings }: { settings: UserSettings }) {
  const confirm = useConfirmContact()
  const { contactEmail, contactEmailConfirmed, contactEmailPending } = settings
  if (contactEmail === '') return null
  if (contactEmailConfirmed) {
    return <p className="wrap-anywhere -mt-3 text-label text-muted">{unbroken(texts.confirmed(contactEmail))}</p>
  }
  const send = () =>
    confirm
      .mutateAsync()
      .then(() => showSettingsSaved(texts.asked(contactEmail)))
      .catch(showSettingsFailure)
  return (
    <Notice
      kind="warning"
      title={texts.unconfirmedTitle}
      action={
        contactEmailPending ? undefined : (
          <Button size="small" busy={confirm.isPending} onClick={send}>
            {texts.send}
          </Button>
        )
      }
    >
      <span className="wrap-anywhere">
        {unbroken(
          contactEmailPending
            ? texts.pending(contactEmail, formatDateTime(contactEmailPending.expiresAt))
            : texts.unconfirmed(contactEmail),
        )}
      </span>
    </Notice>
  )
}

const texts = userSettingsTexts.contact
