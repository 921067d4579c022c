import type { PublicBusinessProfile } from '#contract/business-profile.ts'
import { type Definition, DefinitionList } from '#web/components/display/definition-list.tsx'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { AddressLink } from '#web/components/navigation/address-link.tsx'
import { TextAnchor, TextLink } from '#web/components/navigation/text-link.tsx'
import { addressLines } from '#web/lib/format/address-lines.ts'
import { phoneHref } from '#web/lib/format/phone-href.ts'
import { legalTexts } from '#web/texts/legal.texts.ts'

/** The provider's details required by § 5 DDG: name, address, electronic and direct contact, register, VAT number. */
export function ImprintFacts({ profile }: { profile: PublicBusinessProfile }) {
  return (
    <div className="grid max-w-reading gap-6">
      {isComplete(profile) ? null : <Notice kind="info">{legalTexts.imprintMissing}</Notice>}
      <DefinitionList layout="stacked" items={imprintFacts(profile)} />
    </div>
  )
}

/** The law requires a name, an address and an e-mail address. */
function isComplete({ companyName, ownerName, address, email }: PublicBusinessProfile): boolean {
  return (companyName !== '' || ownerName !== '') && addressLines(address).length > 0 && email !== ''
}

function imprintFacts(profile: PublicBusinessProfile): Definition[] {
  const lines = addressLines(profile.address)
  return [
    ...(profile.companyName ? [{ term: legalTexts.provider, value: profile.companyName }] : []),
    ...(profile.ownerName ? [{ term: legalTexts.owner, value: profile.ownerName }] : []),
    ...(lines.length > 0 ? [{ term: legalTexts.address, value: <AddressLink lines={lines} /> }] : []),
    ...(profile.phone
      ? [
          {
            term: legalTexts.phone,
            value: <TextAnchor href={phoneHref(profile.phone)}>{profile.phone}</TextAnchor>,
          },
        ]
      : []),
    ...(profile.email
      ? [
          {
            term: legalTexts.email,
            value: (
              <TextAnchor href={`mailto:${profile.email}`}>
                <EmailText email={profile.email} />
              </TextAnchor>
            ),
          },
        ]
      : []),
    { term: legalTexts.contact, value: <TextLink to="/contact">{legalTexts.contactForm}</TextLink> },
    ...(profile.website
      ? [{ term: legalTexts.website, value: <TextAnchor href={profile.website}>{profile.website}</TextAnchor> }]
      : []),
    ...(profile.register ? [{ term: legalTexts.register, value: profile.register }] : []),
    ...(profile.vatId ? [{ term: legalTexts.vatId, value: profile.vatId }] : []),
  ]
}
