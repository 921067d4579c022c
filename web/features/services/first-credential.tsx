import { type Control, useWatch } from 'react-hook-form'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { credentialTexts as texts } from '#web/texts/credentials.texts.ts'
import { NewPasswordInput } from './new-password-input.tsx'
import type { ServiceValues } from './service-values.ts'

/** The first credential of a new device or website, created together with it. */
export function FirstCredential({ control }: { control: Control<ServiceValues> }) {
  const isWanted = useWatch({ control, name: 'credential.isWanted' })
  return (
    <fieldset className="grid gap-5 border-hairline border-t pt-5">
      <legend className="sr-only">{texts.title}</legend>
      <CheckboxField
        control={control}
        name="credential.isWanted"
        label={texts.first.isWanted}
        hint={isWanted ? undefined : texts.first.hint}
      />
      {isWanted ? (
        <>
          <TextInput control={control} name="credential.label" label={texts.label} hint={texts.labelHint} required />
          <TextInput
            control={control}
            name="credential.username"
            label={texts.username}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <NewPasswordInput control={control} name="credential.password" />
          <CheckboxField
            control={control}
            name="credential.isShared"
            label={texts.isShared}
            hint={texts.isSharedHint}
          />
        </>
      ) : null}
    </fieldset>
  )
}
