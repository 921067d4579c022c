import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { BoundField, type BoundProps } from './bound-field.tsx'
import { controlClass } from './control-class.ts'

export interface PasswordInputProps<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>
  extends BoundProps<Values, Name, Context, Submitted> {
  autoComplete: 'current-password' | 'new-password'
}

/** A password with a button to show it. Pasting and password managers work. */
export function PasswordInput<Values extends FieldValues, Name extends FieldPath<Values>, Context, Submitted>({
  autoComplete,
  ...rest
}: PasswordInputProps<Values, Name, Context, Submitted>) {
  const [isShown, setShown] = useState(false)
  return (
    <BoundField {...rest}>
      {(control, field) => (
        <span className="relative block">
          <input
            {...control}
            ref={field.ref}
            name={field.name}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={field.value ?? ''}
            onChange={field.onChange}
            onBlur={field.onBlur}
            disabled={rest.disabled}
            className={controlClass('pr-12')}
          />
          <button
            type="button"
            aria-label={commonTexts.showPassword}
            aria-pressed={isShown}
            aria-controls={control.id}
            title={isShown ? commonTexts.hidePassword : commonTexts.showPassword}
            onClick={() => setShown(!isShown)}
            className={`${iconButtonClass()} absolute inset-y-0 right-0 h-full`}
          >
            {isShown ? <IconEyeOff aria-hidden="true" /> : <IconEye aria-hidden="true" />}
          </button>
        </span>
      )}
    </BoundField>
  )
}
