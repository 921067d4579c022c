import { namedAmount } from '#contract/texts/prices.texts.ts'
import { formatCount, formatEur } from '#web/lib/format/format.ts'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { profilePart, type ValuesOf } from './profile-part.ts'

export type BillingInput = ValuesOf<typeof billingPart>

const texts = businessProfileTexts.billing

/** Taxes, rates and the account for payments. */
export const billingPart = profilePart(
  'billing',
  [
    'defaultHourlyRate',
    'paymentDays',
    'taxNumber',
    'vatId',
    'isSmallBusiness',
    'accountHolder',
    'bankName',
    'iban',
    'bic',
  ],
  [
    {
      label: texts.defaultHourlyRate,
      show: ({ defaultHourlyRate, isSmallBusiness }) =>
        namedAmount(formatEur(defaultHourlyRate), isSmallBusiness ? null : 'net'),
    },
    { label: texts.paymentDays, show: values => formatCount(values.paymentDays) },
    { label: texts.taxNumber, show: values => values.taxNumber },
    { label: texts.vatId, show: values => values.vatId },
    {
      label: texts.isSmallBusiness,
      show: values => (values.isSmallBusiness ? businessProfileTexts.yes : businessProfileTexts.no),
    },
    { label: texts.accountHolder, show: values => values.accountHolder },
    { label: texts.bankName, show: values => values.bankName },
    { label: texts.iban, show: values => values.iban },
    { label: texts.bic, show: values => values.bic },
  ],
)
