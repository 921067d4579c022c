import { notificationKinds } from '#contract/notifications.ts'
import { notificationTexts } from '#contract/texts/notifications.texts.ts'
import type { UserSettings } from '#contract/user-settings.ts'
import { RadioGroup } from '#web/components/form/radio-group.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { showSettingsFailure, showSettingsSaved, useSaveSettings } from './user-settings.mutations.ts'

const texts = userSettingsTexts.notifications

type Choice = Pick<UserSettings, 'notifications'> | Pick<UserSettings, 'notificationsWhen'>

/** Whether and when the customer receives notification mails: saved at once, with undo. */
export function NotificationSettings({ settings }: { settings: UserSettings }) {
  const save = useSaveSettings()
  const { notifications, notificationsWhen, revision } = settings

  function choose(change: Choice, before: Choice): void {
    save
      .mutateAsync({ change, revision })
      .then(() => showSettingsSaved(wordsOf(change), () => choose(before, change)))
      .catch(showSettingsFailure)
  }
  // Shows pending changes as saved; a failure restores the previous state.
  const shown = { notifications, notificationsWhen, ...(save.isPending ? save.variables.change : {}) }
  return (
    <div className="grid gap-4">
      <Switch
        label={texts.label}
        hint={hintOf(settings)}
        checked={shown.notifications ?? false}
        busy={save.isPending}
        onCheckedChange={on => choose({ notifications: on }, { notifications: !on })}
      />
      {shown.notifications ? (
        <>
          <RadioGroup
            legend={texts.when}
            choices={whenChoices}
            value={shown.notificationsWhen ?? 'immediately'}
            busy={save.isPending}
            onValueChange={when => choose({ notificationsWhen: when }, { notificationsWhen })}
          />
          <p className="text-label text-muted">
            {texts.kinds(notificationKinds.map(kind => notificationTexts[kind]).join('\u00a0· '))}
          </p>
        </>
      ) : null}
      <p className="text-small text-muted">{texts.always}</p>
    </div>
  )
}

function hintOf({ notificationsEmail, contactEmail }: UserSettings): string {
  if (notificationsEmail !== '') return texts.hint(notificationsEmail)
  return contactEmail === '' ? texts.noAddress : texts.awaited(contactEmail)
}

function wordsOf(change: Choice): string {
  if ('notificationsWhen' in change) return texts.savedWhen[change.notificationsWhen]
  return change.notifications ? texts.switchedOn : texts.switchedOff
}

const whenChoices = [
  { value: 'immediately', label: texts.immediately, hint: texts.immediatelyHint },
  { value: 'daily', label: texts.daily, hint: texts.dailyHint },
] as const
