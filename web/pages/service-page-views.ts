import { collectionTexts } from '#web/texts/collections.texts.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

/** The views of the services by their names in the address, in the order of their links. The first has none. */
export const serviceViews = {
  admin: [
    { view: undefined, label: serviceTexts.title },
    { view: 'groups', label: collectionTexts.title },
  ],
  customer: [
    { view: undefined, label: serviceTexts.asList },
    { view: 'groups', label: serviceTexts.asGroups },
  ],
} as const
