import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { type UserSettings, userSettingsInput } from '#contract/user-settings.ts'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { countryChoices } from '#web/lib/format/countries.ts'
import { formatCountry } from '#web/lib/format/format.ts'
import { lookUpSession } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import { ContactConfirmation } from './contact-confirmation.tsx'
import { showSettingsFailure, showSettingsSaved, useSaveSettings } from './user-settings.mutations.ts'
import { getLatestSettings } from './user-settings.query-options.ts'

const texts = userSettingsTexts.details

const schema = z.pick(userSettingsInput, {
  firstName: true,
  lastName: true,
  phone: true,
  website: true,
  contactEmail: true,
  address: true,
})
type Details = z.output<typeof schema>

/** The user's names and the customer's contact details. Without a customer only the names. */
export function DetailsForm({ settings }: { settings: UserSettings }) {
  const { user } = useSession()
  const save = useSaveSettings()
  const hasCustomer = settings.permissions.includes('updateCustomer')
  const state: ReturnType<typeof useVersionedForm<UserSettings, Details, UserSettings>> = useVersionedForm({
    item: settings,
    schema,
    start: detailsOf(settings),
    valuesOf: detailsOf,
    draftName: 'user-settings:details',
    update: (_, values, revision) => {
      const opened = JSON.stringify(state.form.formState.defaultValues)
      return save.mutateAsync({
        change: hasCustomer ? values : { firstName: values.firstName, lastName: values.lastName },
        revision,
        isUntouched: latest => JSON.stringify(detailsOf(latest)) === opened,
      })
    },
    getLatest: getLatestSettings,
    realtimeIds: [settings.customer?.id, user?.id].filter(id => id !== undefined),
    onSaved: () => {
      showSettingsSaved()
      void lookUpSession()
    },
    continueFrom: saved => saved,
    showRefusal: (error, form) => {
      applyProblem(form, error)
      showSettingsFailure(error)
      return true
    },
  })
  const { control } = state.form
  const country = useWatch({ control, name: 'address.country' })

  return (
    <VersionedForm state={state} shownFields={shownFields} label={texts.form} requiredMarks="none">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput control={control} name="firstName" label={texts.firstName} autoComplete="given-name" />
        <TextInput control={control} name="lastName" label={texts.lastName} autoComplete="family-name" />
      </div>
      {hasCustomer ? (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextInput control={control} name="phone" type="tel" label={texts.phone} autoComplete="tel" />
            <TextInput control={control} name="website" type="url" label={texts.website} autoComplete="url" />
          </div>
          <TextInput
            control={control}
            name="contactEmail"
            type="email"
            label={texts.contactEmail}
            hint={texts.contactEmailHint}
            autoComplete="email"
          />
          <ContactConfirmation settings={settings} />
          <TextInput control={control} name="address.street" label={texts.street} autoComplete="street-address" />
          <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
            <TextInput control={control} name="address.zip" label={texts.zip} autoComplete="postal-code" />
            <TextInput control={control} name="address.city" label={texts.city} autoComplete="address-level2" />
          </div>
          <Select control={control} name="address.country" label={texts.country} choices={countryChoices(country)} />
        </>
      ) : null}
      <div>
        <SubmitButton fullOnPhone>{texts.save}</SubmitButton>
      </div>
    </VersionedForm>
  )
}

function detailsOf({ firstName, lastName, phone, website, contactEmail, address }: UserSettings): Details {
  return { firstName, lastName, phone, website, contactEmail, address }
}

const shownFields = [
  { label: texts.firstName, show: (values: Details) => values.firstName },
  { label: texts.lastName, show: (values: Details) => values.lastName },
  { label: texts.phone, show: (values: Details) => values.phone },
  { label: texts.website, show: (values: Details) => values.website },
  { label: texts.contactEmail, show: (values: Details) => values.contactEmail },
  { label: texts.street, show: (values: Details) => values.address.street },
  { label: texts.zip, show: (values: Details) => values.address.zip },
  { label: texts.city, show: (values: Details) => values.address.city },
  { label: texts.country, show: (values: Details) => formatCountry(values.address.country) },
]
