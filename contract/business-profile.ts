/** The business profile: everything about one business, edited by its admin and read by pages, mails and invoices. */
import * as z from 'zod/mini'
import { address } from './customers.ts'
import { defineEndpoints } from './endpoint.ts'
import { amountEur, email, instant, line, numberProblem, optionalLine, optionalText, phone, webUrl } from './fields.ts'
import { hasValidCheckDigits } from './iban.ts'
import { descriptionLengthMax } from './limits.ts'
import { logo } from './logo.ts'

/** Icons of homepage sections; the names are ours, the browser maps them to pictures. */
export const sectionIcons = [
  'sun',
  'battery',
  'bolt',
  'heat',
  'home',
  'network',
  'code',
  'tools',
  'chart',
  'shield',
] as const

const titled = z.strictObject({ title: line(), text: optionalText(1_000) })

/** The texts of the homepage. Empty lists and texts hide their part of the page. */
export const homepage = z.strictObject({
  heading: optionalLine(),
  introduction: optionalText(1_000),
  facts: z.array(titled).check(z.maxLength(4, 'too_long')),
  servicesHeading: optionalLine(),
  servicesIntroduction: optionalText(1_000),
  powerMasterText: optionalText(1_000),
  devices: z
    .array(z.strictObject({ icon: z.enum(sectionIcons), name: line(), detail: optionalLine() }))
    .check(z.maxLength(6, 'too_long')),
  devicesHeading: optionalLine(),
  devicesText: optionalText(1_000),
  services: z
    .array(
      z.strictObject({
        title: line(),
        text: optionalText(1_000),
        tags: z.array(line(40)).check(z.maxLength(6, 'too_long')),
      }),
    )
    .check(z.maxLength(9, 'too_long')),
  stepsHeading: optionalLine(),
  steps: z.array(titled).check(z.maxLength(6, 'too_long')),
  contactHeading: optionalLine(),
  contactText: optionalText(1_000),
})
export type Homepage = z.output<typeof homepage>

/** The project page of PowerMaster. Empty parts are hidden. */
export const powerMaster = z.strictObject({
  /** Otherwise the page does not exist, and no link leads to it. */
  isShown: z.boolean(),
  heading: line(),
  lead: optionalText(1_000),
  principleTitle: optionalLine(),
  principle: z.array(titled).check(z.maxLength(6, 'too_long')),
  dayTitle: optionalLine(),
  dayLead: optionalText(1_000),
  fitsTitle: optionalLine(),
  fits: z
    .array(z.strictObject({ icon: z.enum(sectionIcons), title: line(), text: optionalText(1_000) }))
    .check(z.maxLength(8, 'too_long')),
  contactTitle: optionalLine(),
  contactText: optionalText(1_000),
})
export type PowerMaster = z.output<typeof powerMaster>

/** Public fields. */
const publicFields = {
  companyName: line(),
  claim: optionalLine(),
  ownerName: optionalLine(),
  address,
  phone,
  email: z.union([z.literal(''), email]),
  website: webUrl,
  vatId: optionalLine(20),
  register: optionalLine(),
  /** Markdown. The Impressum's facts come from the fields above; this is added below them. */
  imprintText: optionalText(descriptionLengthMax),
  privacyText: optionalText(descriptionLengthMax),
  accessibilityText: optionalText(descriptionLengthMax),
  homepage,
  powerMaster,
}

/** Changed by separate calls. */
const shownFields = { logo: z.nullable(logo) }

export const publicBusinessProfile = z.object({ ...publicFields, ...shownFields })
export type PublicBusinessProfile = z.output<typeof publicBusinessProfile>

const iban = z.string().check(
  z.trim(),
  // People type it in groups of four.
  z.maxLength(50, { error: 'iban.invalid', abort: true }),
  z.refine(value => value === '' || /^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$/.test(value.replaceAll(' ', '')), {
    error: 'iban.invalid',
    abort: true,
  }),
  z.refine(value => value === '' || hasValidCheckDigits(value.replaceAll(' ', '')), 'iban.check_digits'),
)
const bic = z.string().check(
  z.trim(),
  z.maxLength(11, { error: 'bic.invalid', abort: true }),
  z.refine(value => value === '' || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value), 'bic.invalid'),
)

export const businessProfileInput = z.strictObject({
  ...publicFields,
  taxNumber: optionalLine(30),
  isSmallBusiness: z.boolean(),
  iban,
  bic,
  accountHolder: optionalLine(),
  bankName: optionalLine(),
  defaultHourlyRate: amountEur,
  paymentDays: z
    .int({ error: numberProblem })
    .check(z.minimum(0, 'number.negative'), z.maximum(365, 'number.too_large')),
})
export type BusinessProfileInput = z.output<typeof businessProfileInput>

export const businessProfile = z.extend(z.object(businessProfileInput.shape), {
  ...shownFields,
  revision: z.int(),
  updatedAt: instant,
})
export type BusinessProfile = z.output<typeof businessProfile>

/** The account customers pay into, and the address of their messages. */
const payee = { changes: ['email', 'iban', 'bic', 'accountHolder'] } as const

export const settings = defineEndpoints({
  publicProfile: {
    method: 'GET',
    path: '/api/backend/business-profile/',
    access: 'public',
    summary: 'The public fields of the business profile.',
    response: publicBusinessProfile,
  },
  profile: {
    method: 'GET',
    path: '/api/backend/admin/business-profile/',
    access: 'admin',
    summary: 'The whole business profile.',
    response: businessProfile,
  },
  replaceProfile: {
    method: 'PUT',
    path: '/api/backend/business-profile/',
    access: 'admin',
    summary: 'Replace the business profile; requires the full body.',
    body: businessProfileInput,
    response: businessProfile,
    conditional: true,
    stepUp: payee,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/api/backend/business-profile/',
    access: 'admin',
    summary: 'Change parts of the business profile.',
    body: z.partial(businessProfileInput),
    response: businessProfile,
    conditional: true,
    stepUp: payee,
  },
})
