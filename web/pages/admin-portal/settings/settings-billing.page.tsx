import { useQuery } from '@tanstack/react-query'
import { BillingFields } from '#web/features/business-profile/billing-fields.tsx'
import { billingPart } from '#web/features/business-profile/billing-part.ts'
import { businessProfileQuery } from '#web/features/business-profile/business-profile.query-options.ts'
import { ProfileSection } from '#web/features/business-profile/profile-section.tsx'
import { NumberSeriesSection } from '#web/features/invoices/number-series-section.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { SettingsFrame } from './settings-frame.tsx'

/** /admin-portal/settings/billing: rates, taxes, the account of the business, and its invoice numbers. */
export function AdminBillingPage() {
  const { title, lead } = businessProfileTexts.billing
  const { isSuccess } = useQuery(businessProfileQuery())
  return (
    <SettingsFrame>
      <ProfileSection part={billingPart} title={title} lead={lead}>
        {control => <BillingFields control={control} />}
      </ProfileSection>
      {/* Only below the form: it would move while the form loads. */}
      {isSuccess ? <NumberSeriesSection /> : null}
    </SettingsFrame>
  )
}
