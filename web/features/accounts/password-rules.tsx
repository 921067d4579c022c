import { IconCircleCheckFilled, IconCircleDashed, IconInfoCircle } from '@tabler/icons-react'
import { accountTexts } from '#web/texts/accounts.texts.ts'

export interface PasswordRulesProps {
  password: string
  lengthMin: number
  /** Set if the new password replaces a known one. */
  currentPassword?: string | undefined
}

/**
 * The rules for a password, visible before typing. Rules that the browser can check are ticked off while typing. Only
 * the server knows whether a password is too common, so that rule has no tick.
 */
export function PasswordRules({ password, lengthMin, currentPassword }: PasswordRulesProps) {
  const isDifferent = password !== '' && password !== currentPassword
  return (
    <div className="rounded-box bg-sunken p-4 text-small">
      <p className="font-semibold">{accountTexts.rules}</p>
      <ul className="mt-2 grid gap-1.5">
        <Rule isMet={[...password].length >= lengthMin}>{accountTexts.ruleLength(lengthMin)}</Rule>
        {currentPassword === undefined ? null : <Rule isMet={isDifferent}>{accountTexts.ruleDifferent}</Rule>}
        <Rule isMet={undefined}>{accountTexts.ruleCommon}</Rule>
      </ul>
      <p className="mt-2 text-muted">{accountTexts.rulesHint}</p>
    </div>
  )
}

function Rule({ isMet, children }: { isMet: boolean | undefined; children: string }) {
  const Icon = isMet === undefined ? IconInfoCircle : isMet ? IconCircleCheckFilled : IconCircleDashed
  return (
    <li className="flex gap-2">
      <Icon aria-hidden="true" size={18} className={`mt-px shrink-0 ${isMet ? 'text-green' : 'text-muted'}`} />
      <span>
        {children}
        {isMet === undefined ? null : (
          <span className="sr-only">{` (${isMet ? accountTexts.ruleMet : accountTexts.ruleOpen})`}</span>
        )}
      </span>
    </li>
  )
}
