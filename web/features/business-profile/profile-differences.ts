import type { BusinessProfileInput } from '#contract/settings.ts'
import { formatCount, formatCountry, formatEur } from '#web/lib/format.ts'
import { businessProfileTexts } from '#web/texts/business-profile.ts'

type ShownField = { label: string; show: (values: BusinessProfileInput) => string }

const { company, billing, homepage, legal } = businessProfileTexts

/** The fields of the profile as a person compares two versions of them. */
export const profileDifferences: readonly ShownField[] = [
  { label: company.companyName, show: values => values.companyName },
  { label: company.ownerName, show: values => values.ownerName },
  { label: company.claim, show: values => values.claim },
  { label: company.street, show: ({ address }) => address.street },
  { label: company.zip, show: ({ address }) => address.zip },
  { label: company.city, show: ({ address }) => address.city },
  { label: company.country, show: ({ address }) => formatCountry(address.country) },
  { label: company.email, show: values => values.email },
  { label: company.phone, show: values => values.phone },
  { label: company.website, show: values => values.website },
  { label: company.register, show: values => values.register },
  { label: billing.defaultHourlyRate, show: values => formatEur(values.defaultHourlyRate) },
  { label: billing.paymentDays, show: values => formatCount(values.paymentDays) },
  { label: billing.taxNumber, show: values => values.taxNumber },
  { label: billing.vatId, show: values => values.vatId },
  {
    label: billing.isSmallBusiness,
    show: values => (values.isSmallBusiness ? businessProfileTexts.yes : businessProfileTexts.no),
  },
  { label: billing.accountHolder, show: values => values.accountHolder },
  { label: billing.bankName, show: values => values.bankName },
  { label: billing.iban, show: values => values.iban },
  { label: billing.bic, show: values => values.bic },
  { label: homepage.heading, show: values => values.homepage.heading },
  { label: homepage.introduction, show: values => values.homepage.introduction },
  { label: homepage.facts, show: values => listed(values.homepage.facts, titledText) },
  { label: homepage.servicesHeading, show: values => values.homepage.servicesHeading },
  { label: homepage.servicesIntroduction, show: values => values.homepage.servicesIntroduction },
  { label: homepage.powerMasterText, show: values => values.homepage.powerMasterText },
  { label: homepage.devicesHeading, show: values => values.homepage.devicesHeading },
  { label: homepage.devicesText, show: values => values.homepage.devicesText },
  {
    label: homepage.devices,
    show: values =>
      listed(values.homepage.devices, ({ icon, name, detail }) => [homepage.icons[icon], name, detail].join(', ')),
  },
  {
    label: homepage.services,
    show: values =>
      listed(values.homepage.services, service => [titledText(service), service.tags.join(', ')].join('\n')),
  },
  { label: homepage.stepsHeading, show: values => values.homepage.stepsHeading },
  { label: homepage.steps, show: values => listed(values.homepage.steps, titledText) },
  { label: homepage.contactHeading, show: values => values.homepage.contactHeading },
  { label: homepage.contactText, show: values => values.homepage.contactText },
  { label: legal.imprintText, show: values => values.imprintText },
  { label: legal.privacyText, show: values => values.privacyText },
  { label: legal.accessibilityText, show: values => values.accessibilityText },
]

function listed<T>(items: readonly T[], show: (item: T) => string): string {
  return items.map(show).join('\n\n')
}

function titledText({ title, text }: { title: string; text: string }): string {
  return `${title}: ${text}`
}
