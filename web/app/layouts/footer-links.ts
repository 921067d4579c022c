import { paths } from '#web/app/paths.ts'
import { shellTexts } from '#web/texts/shell.ts'

/** What every page leads to from its foot. */
export const footerLinks = [
  { label: shellTexts.faq, to: paths.faq },
  { label: shellTexts.powerMaster, to: paths.powerMaster },
  { label: shellTexts.imprint, to: paths.imprint },
  { label: shellTexts.privacy, to: paths.privacy },
  { label: shellTexts.accessibility, to: paths.accessibility },
] as const
