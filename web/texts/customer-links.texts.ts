import { customerLinksMax } from '#contract/limits.ts'

/** A customer's own bookmarks. */
export const customerLinkTexts = {
  title: 'Ihre Links',
  list: 'Links',
  listFailed: 'Fehler beim Abrufen der Links',
  empty: 'Es wurden keine Links gefunden.',
  emptyHint: 'Legen Sie ab, was Sie oft brauchen: den Wechselrichter, den Router, Ihre Website.',
  add: 'Link hinzufügen',
  full: `Mehr als ${customerLinksMax} Links lassen sich nicht speichern.`,
  edit: 'Bearbeiten',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  delete: 'Löschen',
  deleted: (label: string) => `„${label}“ wurde gelöscht.`,
  restored: (label: string) => `„${label}“ ist wieder da.`,
  form: {
    addTitle: 'Link hinzufügen',
    editTitle: 'Link bearbeiten',
    label: 'Bezeichnung',
    url: 'Adresse',
    urlHint: 'Zum Beispiel https://www.beispiel.de',
    add: 'Link hinzufügen',
    save: 'Link speichern',
    added: (label: string) => `„${label}“ wurde hinzugefügt.`,
    saved: (label: string) => `„${label}“ wurde gespeichert.`,
  },
} as const
