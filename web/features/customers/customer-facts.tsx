import type { Customer } from '#contract/customers.ts'
import { Card } from '#web/components/display/card.tsx'
import { type Definition, DefinitionList } from '#web/components/display/definition-list.tsx'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { AddressLink } from '#web/components/navigation/address-link.tsx'
import { TextAnchor } from '#web/components/navigation/text-link.tsx'
import { addressLines } from '#web/lib/format/address-lines.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { phoneHref } from '#web/lib/format/phone-href.ts'
import type { ShownPrices } from '#web/lib/format/shown-prices.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { customerKindText } from './customer.labels.ts'

/** All fields of a customer, as cards. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const prices = usePrices()
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Card title={texts.contact}>
        <DefinitionList items={contactOf(customer)} />
      </Card>
      <Card title={texts.masterData}>
        <DefinitionList items={masterDataOf(customer, prices)} />
      </Card>
      {customer.note ? (
        <Card title={texts.note} tone="sunken" className="md:col-span-2">
          <p className="whitespace-pre-line text-label">{customer.note}</p>
        </Card>
      ) : null}
    </div>
  )
}

const texts = customerTexts.detail

function contactOf(customer: Customer): Definition[] {
  const { firstName, lastName, email, phone, website } = customer
  const lines = addressLines(customer.address)
  return present([
    { term: texts.person, value: `${firstName} ${lastName}`.trim() },
    {
      term: texts.email,
      value: email && (
        <TextAnchor href={`mailto:${email}`}>
          <EmailText email={email} />
        </TextAnchor>
      ),
    },
    {
      term: texts.phone,
      value: phone && <TextAnchor href={phoneHref(phone)}>{phone}</TextAnchor>,
    },
    {
      term: texts.website,
      value: website && (
        <TextAnchor href={website} rel="noopener noreferrer nofollow">
          {website.replace(/^https?:\/\//, '')}
        </TextAnchor>
      ),
    },
    { term: texts.address, value: lines.length > 0 && <AddressLink lines={lines} /> },
  ])
}

function masterDataOf(customer: Customer, prices: ShownPrices): Definition[] {
  return present([
    { term: customerTexts.columns.kind, value: customerKindText(customer.kind) },
    { term: texts.hourlyRate, value: texts.perHour(prices.named(customer.hourlyRate, 'net')) },
    { term: texts.vatId, value: customer.vatId },
    { term: texts.leitwegId, value: customer.leitwegId },
    { term: texts.notifications, value: notificationsOf(customer) },
    { term: texts.newsletter, value: customer.newsletter ? texts.active : texts.inactive },
    { term: texts.since, value: formatDate(customer.createdAt) },
  ])
}

function notificationsOf({ notifications, notificationsWhen }: Customer): string {
  if (!notifications) return texts.inactive
  return notificationsWhen === 'daily' ? texts.onceADay : texts.active
}

/** Omits missing values. */
function present(items: readonly Definition[]): Definition[] {
  return items.filter(({ value }) => value !== '' && value !== false)
}
