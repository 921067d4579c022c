import type { CustomerInput } from '#contract/customers.ts'
import { formatCountry } from '#web/lib/format/format.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { customerKindText } from './customer.labels.ts'

type Difference = { label: string; show: (values: CustomerInput) => string }

/** The differing fields of two versions of a customer, as displayed. */
export const customerDifferences = (prices: ShownPrices): readonly Difference[] => [
  { label: customerTexts.form.kind, show: values => customerKindText(values.kind) },
  { label: customerTexts.form.company, show: values => values.company },
  { label: customerTexts.form.firstName, show: values => values.firstName },
  { label: customerTexts.form.lastName, show: values => values.lastName },
  { label: customerTexts.form.email, show: values => values.email },
  { label: customerTexts.form.phone, show: values => values.phone },
  { label: customerTexts.form.website, show: values => values.website },
  { label: customerTexts.form.street, show: values => values.address.street },
  { label: customerTexts.form.zip, show: values => values.address.zip },
  { label: customerTexts.form.city, show: values => values.address.city },
  { label: customerTexts.form.country, show: values => formatCountry(values.address.country) },
  { label: customerTexts.form.hourlyRate, show: values => prices.named(values.hourlyRate, 'net') },
  { label: customerTexts.form.vatId, show: values => values.vatId },
  { label: customerTexts.form.leitwegId, show: values => values.leitwegId },
  { label: customerTexts.form.notifications, show: values => yesOrNo(values.notifications) },
  { label: customerTexts.form.newsletter, show: values => yesOrNo(values.newsletter) },
  { label: customerTexts.form.note, show: values => values.note },
]

function yesOrNo(value: boolean): string {
  return value ? customerTexts.form.yes : customerTexts.form.no
}
