import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { Button } from '#web/components/action/button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'

export type ProofKind = 'code' | 'recoveryCode'

interface ProofFieldsProps<Values extends FieldValues & Record<ProofKind, string>> {
  control: Control<Values, unknown, Values>
  kind: ProofKind
  /** Undefined if there is no other kind. */
  onKindChange?: ((kind: ProofKind) => void) | undefined
}

/** The code of the app or a recovery code. */
export function ProofFields<Values extends FieldValues & Record<ProofKind, string>>({
  control,
  kind,
  onKindChange,
}: ProofFieldsProps<Values>) {
  const other = kind === 'code' ? 'recoveryCode' : 'code'
  return (
    <div className="grid gap-3">
      {kind === 'code' ? (
        <TextInput
          key="code"
          control={control}
          name={'code' as FieldPath<Values>} // The type above proves that it is a field of these values.
          label={secondFactorTexts.code}
          hint={secondFactorTexts.codeHint}
          required
          monospace
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      ) : (
        <TextInput
          key="recoveryCode"
          control={control}
          name={'recoveryCode' as FieldPath<Values>} // See above.
          label={secondFactorTexts.recoveryCode}
          hint={secondFactorTexts.recoveryCodeHint}
          required
          monospace
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      {onKindChange ? (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={() => onKindChange(other)}>
          {kind === 'code' ? secondFactorTexts.useRecoveryCode : secondFactorTexts.useApp}
        </Button>
      ) : null}
    </div>
  )
}
