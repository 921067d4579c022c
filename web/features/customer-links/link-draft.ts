/** The name under which the unsaved input of a link's form is kept. */
export function linkDraftName(link: { id: string } | null): string {
  return `link:${link?.id ?? 'new'}`
}
