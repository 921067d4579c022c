import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { profilePart, type ValuesOf } from './profile-part.ts'

export type HomepageInput = ValuesOf<typeof homepagePart>

const texts = businessProfileTexts.homepage

/** The homepage's contents. */
export const homepagePart = profilePart(
  'homepage',
  ['homepage'],
  [
    { label: texts.heading, show: values => values.homepage.heading },
    { label: texts.introduction, show: values => values.homepage.introduction },
    { label: texts.facts, show: values => listed(values.homepage.facts, titledText) },
    { label: texts.servicesHeading, show: values => values.homepage.servicesHeading },
    { label: texts.servicesIntroduction, show: values => values.homepage.servicesIntroduction },
    { label: texts.powerMasterText, show: values => values.homepage.powerMasterText },
    { label: texts.devicesHeading, show: values => values.homepage.devicesHeading },
    { label: texts.devicesText, show: values => values.homepage.devicesText },
    {
      label: texts.devices,
      show: values =>
        listed(values.homepage.devices, ({ icon, name, detail }) => [texts.icons[icon], name, detail].join(', ')),
    },
    {
      label: texts.services,
      show: values =>
        listed(values.homepage.services, service => [titledText(service), service.tags.join(', ')].join('\n')),
    },
    { label: texts.stepsHeading, show: values => values.homepage.stepsHeading },
    { label: texts.steps, show: values => listed(values.homepage.steps, titledText) },
    { label: texts.contactHeading, show: values => values.homepage.contactHeading },
    { label: texts.contactText, show: values => values.homepage.contactText },
  ],
)

function listed<T>(items: readonly T[], show: (item: T) => string): string {
  return items.map(show).join('\n\n')
}

function titledText({ title, text }: { title: string; text: string }): string {
  return `${title}: ${text}`
}
