import type { Customer } from '#contract/customers.ts'
import { Card } from '#web/components/card.tsx'
import { ExportSetting } from '#web/features/privacy/export-setting.tsx'
import { privacyTexts } from '#web/texts/privacy.ts'

/** What a customer may ask of the business: the stored data, to take along. */
export function CustomerPrivacy({ customer }: { customer: Customer }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <Card title={privacyTexts.export.title}>
        <ExportSetting customerId={customer.id} speaker="admin" />
      </Card>
    </div>
  )
}
