import { formatCountry } from '#web/lib/format/format.ts'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { profilePart, type ValuesOf } from './profile-part.ts'

export type CompanyInput = ValuesOf<typeof companyPart>

const texts = businessProfileTexts.company

/** Name, address and contact of the business. */
export const companyPart = profilePart(
  'company',
  ['companyName', 'ownerName', 'claim', 'address', 'email', 'phone', 'website', 'register'],
  [
    { label: texts.companyName, show: values => values.companyName },
    { label: texts.ownerName, show: values => values.ownerName },
    { label: texts.claim, show: values => values.claim },
    { label: texts.street, show: ({ address }) => address.street },
    { label: texts.zip, show: ({ address }) => address.zip },
    { label: texts.city, show: ({ address }) => address.city },
    { label: texts.country, show: ({ address }) => formatCountry(address.country) },
    { label: texts.email, show: values => values.email },
    { label: texts.phone, show: values => values.phone },
    { label: texts.website, show: values => values.website },
    { label: texts.register, show: values => values.register },
  ],
)
