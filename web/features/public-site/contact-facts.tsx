import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { PublicBusinessProfile } from '#contract/business-profile.ts'
import { IconSlot } from '#web/components/display/icon-slot.tsx'
import { EmailText } from '#web/components/display/unbroken.tsx'
import { AddressLink } from '#web/components/navigation/address-link.tsx'
import { TextAnchor } from '#web/components/navigation/text-link.tsx'
import { addressLines } from '#web/lib/format/address-lines.ts'
import { phoneHref } from '#web/lib/format/phone-href.ts'
import { contactTexts } from '#web/texts/contact.texts.ts'

type Facts = Pick<PublicBusinessProfile, 'companyName' | 'phone' | 'email' | 'address'>

/** Direct contact details of the business. Omits empty fields; renders nothing without any. */
export function ContactFacts({ profile }: { profile: Facts }) {
  const lines = addressLines(profile.address)
  if (!hasContactFacts(profile)) return null
  return (
    <ul className="grid gap-4">
      {profile.phone ? (
        <Fact icon={<IconPhone />} label={contactTexts.phoneLabel}>
          <TextAnchor href={phoneHref(profile.phone)}>{profile.phone}</TextAnchor>
        </Fact>
      ) : null}
      {profile.email ? (
        <Fact icon={<IconMail />} label={contactTexts.emailLabel}>
          <TextAnchor href={`mailto:${profile.email}`} className="wrap-anywhere">
            <EmailText email={profile.email} />
          </TextAnchor>
        </Fact>
      ) : null}
      {lines.length > 0 ? (
        <Fact icon={<IconMapPin />} label={contactTexts.addressLabel}>
          <AddressLink lines={lines} name={profile.companyName} />
        </Fact>
      ) : null}
    </ul>
  )
}

export function hasContactFacts({ phone, email, address }: Facts): boolean {
  return phone !== '' || email !== '' || addressLines(address).length > 0
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 text-muted">
        <IconSlot icon={icon} />
      </span>
      <span className="grid min-w-0">
        <span className="text-small text-muted">{label}</span>
        {children}
      </span>
    </li>
  )
}
