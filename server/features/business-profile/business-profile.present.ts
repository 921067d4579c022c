import type { BusinessProfile, PublicBusinessProfile } from '#contract/business-profile.ts'
import type { Logo } from '#contract/logo.ts'
import type { StoredProfile } from './business-profile.queries.ts'

export function presentPublicProfile({ profile }: StoredProfile, logo: Logo | null): PublicBusinessProfile {
  return {
    companyName: profile.companyName,
    claim: profile.claim,
    ownerName: profile.ownerName,
    address: profile.address,
    phone: profile.phone,
    email: profile.email,
    website: profile.website,
    vatId: profile.vatId,
    register: profile.register,
    imprintText: profile.imprintText,
    privacyText: profile.privacyText,
    accessibilityText: profile.accessibilityText,
    homepage: profile.homepage,
    powerMaster: profile.powerMaster,
    logo,
  }
}

export function presentProfile(stored: StoredProfile, logo: Logo | null): BusinessProfile {
  const { profile } = stored
  return {
    ...presentPublicProfile(stored, logo),
    taxNumber: profile.taxNumber,
    isSmallBusiness: profile.isSmallBusiness,
    iban: profile.iban,
    bic: profile.bic,
    accountHolder: profile.accountHolder,
    bankName: profile.bankName,
    defaultHourlyRate: profile.defaultHourlyRate,
    paymentDays: profile.paymentDays,
    revision: stored.revision,
    updatedAt: stored.updatedAt,
  }
}
