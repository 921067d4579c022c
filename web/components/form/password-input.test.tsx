import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { PasswordInput } from './password-input.tsx'

function Form({ autoComplete }: { autoComplete: 'current-password' | 'new-password' }) {
  const { control } = useForm({ defaultValues: { password: '' } })
  return <PasswordInput control={control} name="password" label="Passwort" autoComplete={autoComplete} />
}

test.each(['current-password', 'new-password'] as const)(
  'hides the input and names its purpose for password managers: %s',
  autoComplete => {
    const [field = ''] = /<input[^>]*>/.exec(renderToStaticMarkup(<Form autoComplete={autoComplete} />)) ?? []
    expect(field).toContain('type="password"')
    expect(field.toLowerCase()).toContain(`autocomplete="${autoComplete}"`)
    expect(field).not.toMatch(/ (maxlength|readonly)=/i)
  },
)
