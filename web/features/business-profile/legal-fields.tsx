import type { Control } from 'react-hook-form'
import { Card } from '#web/components/display/card.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import type { LegalInput } from './legal-part.ts'

/** Legally required texts, in Markdown. */
export function LegalFields({ control }: { control: Control<LegalInput> }) {
  return (
    <Card>
      <div className="grid gap-5">
        <TextArea control={control} name="imprintText" label={texts.imprintText} hint={texts.imprintHint} rows={5} />
        <TextArea control={control} name="privacyText" label={texts.privacyText} rows={10} />
        <TextArea control={control} name="accessibilityText" label={texts.accessibilityText} rows={8} />
      </div>
    </Card>
  )
}

const texts = businessProfileTexts.legal
