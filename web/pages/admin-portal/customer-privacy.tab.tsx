import type { Customer } from '#contract/customers.ts'
import { Card } from '#web/components/display/card.tsx'
import { ErasureSetting } from '#web/features/privacy/erasure-setting.tsx'
import { ExportSetting } from '#web/features/privacy/export-setting.tsx'
import { privacyTexts } from '#web/texts/privacy.texts.ts'

/** A customer's privacy rights: data export and account deletion. */
export function CustomerPrivacy({ customer }: { customer: Customer }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {customer.erasedAt === null ? (
        <Card title={privacyTexts.export.title}>
          <ExportSetting customerId={customer.id} speaker="admin" />
        </Card>
      ) : null}
      <Card title={privacyTexts.erasure.title}>
        <ErasureSetting customerId={customer.id} speaker="admin" />
      </Card>
    </div>
  )
}
