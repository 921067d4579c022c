import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { profilePart, type ValuesOf } from './profile-part.ts'

export type PowerMasterInput = ValuesOf<typeof powerMasterPart>

const texts = businessProfileTexts.powerMaster

/** PowerMaster's project page: its contents and whether it exists. */
export const powerMasterPart = profilePart(
  'power-master',
  ['powerMaster'],
  [
    { label: texts.isShown, show: ({ powerMaster }) => (powerMaster.isShown ? texts.shown : texts.hidden) },
    { label: texts.heading, show: ({ powerMaster }) => powerMaster.heading },
    { label: texts.lead, show: ({ powerMaster }) => powerMaster.lead },
    { label: texts.principleTitle, show: ({ powerMaster }) => powerMaster.principleTitle },
    { label: texts.principle, show: ({ powerMaster }) => listed(powerMaster.principle) },
    { label: texts.dayTitle, show: ({ powerMaster }) => powerMaster.dayTitle },
    { label: texts.dayLead, show: ({ powerMaster }) => powerMaster.dayLead },
    { label: texts.fitsTitle, show: ({ powerMaster }) => powerMaster.fitsTitle },
    { label: texts.fits, show: ({ powerMaster }) => listed(powerMaster.fits) },
    { label: texts.contactTitle, show: ({ powerMaster }) => powerMaster.contactTitle },
    { label: texts.contactText, show: ({ powerMaster }) => powerMaster.contactText },
  ],
)

function listed(items: readonly { title: string; text: string }[]): string {
  return items.map(({ title, text }) => `${title}: ${text}`).join('\n\n')
}
