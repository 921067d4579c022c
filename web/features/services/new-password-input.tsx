import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Button } from '#web/components/action/button.tsx'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import type { BoundProps } from '#web/components/form/bound-field.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { credentialTexts } from '#web/texts/credentials.texts.ts'
import { strongPassword } from './strong-password.ts'

type Props<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted> = Pick<
  BoundProps<Values, Name, Context, Submitted>,
  'control' | 'name' | 'required'
>

/** The password of another system: typed, or generated here and copied there. */
export function NewPasswordInput<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  control,
  name,
  required,
}: Props<Values, Name, Context, Submitted>) {
  const { field } = useController<Values, Name, Submitted>({ control, name })
  const [made, setMade] = useState<string>()
  const isMade = made !== undefined && field.value === made

  function make() {
    const password = strongPassword()
    field.onChange(password)
    setMade(password)
  }
  return (
    <>
      <PasswordInput
        control={control}
        name={name}
        label={texts.password}
        hint={texts.hint}
        required={required}
        autoComplete="new-password"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" icon={<IconSparkles />} onClick={make}>
          {texts.make}
        </Button>
        {isMade ? <CopyButton name={texts.password} value={made} labelled /> : null}
      </div>
      {isMade ? (
        <p role="status" className="text-small text-muted">
          {texts.made}
        </p>
      ) : null}
    </>
  )
}

const texts = credentialTexts.setPassword
