import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { invitationHours } from '#contract/limits.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { CustomerFieldGroup } from './customer-fields.tsx'
import { type CustomerValues, proposedUsername } from './customer-values.ts'

/** The login of a new customer, with a username suggested from the name. */
export function LoginFields({ form }: { form: UseFormReturn<CustomerValues> }) {
  const { control, getValues, setValue } = form
  const isWanted = useWatch({ control, name: 'login.isWanted' })
  useEffect(() => {
    if (!isWanted || getValues('login.username') !== '') return
    setValue('login.username', proposedUsername(getValues()), { shouldDirty: true })
  }, [isWanted, getValues, setValue])
  return (
    <CustomerFieldGroup title={texts.title}>
      <CheckboxField control={control} name="login.isWanted" label={texts.isWanted} />
      {isWanted ? (
        <>
          <TextInput
            control={control}
            name="login.username"
            label={texts.username}
            hint={texts.usernameHint}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <CheckboxField
            control={control}
            name="login.invite"
            label={texts.invite}
            hint={texts.inviteHint(invitationHours)}
          />
        </>
      ) : null}
    </CustomerFieldGroup>
  )
}

const texts = customerTexts.form.login
