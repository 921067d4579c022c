import type { PublicBusinessProfile } from '#contract/business-profile.ts'
import { paths } from '#web/app/paths.ts'
import { shellTexts } from '#web/texts/shell.texts.ts'

/** The footer's links, without pages that the business has switched off. */
export function footerLinksOf(profile: Pick<PublicBusinessProfile, 'powerMaster'> | undefined) {
  return links.filter(({ to }) => to !== paths.powerMaster || profile?.powerMaster.isShown !== false)
}

const links = [
  { label: shellTexts.faq, to: paths.faq },
  { label: shellTexts.powerMaster, to: paths.powerMaster },
  { label: shellTexts.imprint, to: paths.imprint },
  { label: shellTexts.privacy, to: paths.privacy },
  { label: shellTexts.accessibility, to: paths.accessibility },
] as const
