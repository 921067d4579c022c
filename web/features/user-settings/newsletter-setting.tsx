import type { UserSettings } from '#contract/user-settings.ts'
import { Button } from '#web/components/action/button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { formatDate, formatDateTime } from '#web/lib/format/format.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { showSettingsFailure, showSettingsSaved, useSaveSettings } from './user-settings.mutations.ts'

const texts = userSettingsTexts.newsletter

/** The newsletter subscription: requested here, confirmed by a link in a mail, cancelled at once. */
export function NewsletterSetting({ settings }: { settings: UserSettings }) {
  const save = useSaveSettings()
  const { newsletter, newsletterEmail, newsletterSince, newsletterPending, revision } = settings

  function order(isWanted: boolean, words: string): void {
    save
      .mutateAsync({ change: { newsletter: isWanted }, revision })
      .then(() => showSettingsSaved(words))
      .catch(showSettingsFailure)
  }
  return (
    <div className="grid gap-4">
      <Switch
        label={texts.label}
        hint={newsletter && newsletterSince ? texts.active(newsletterEmail, formatDate(newsletterSince)) : texts.hint}
        checked={newsletter || newsletterPending !== null}
        busy={save.isPending}
        onCheckedChange={on => order(on, on ? texts.asked : texts.ended)}
      />
      {newsletterPending && !newsletter ? (
        <Notice
          kind="info"
          title={texts.pendingTitle}
          action={
            <Button size="small" busy={save.isPending} onClick={() => order(true, texts.askedAgain)}>
              {texts.askAgain}
            </Button>
          }
        >
          {texts.pending(newsletterPending.email, formatDateTime(newsletterPending.expiresAt))}
        </Notice>
      ) : null}
    </div>
  )
}
