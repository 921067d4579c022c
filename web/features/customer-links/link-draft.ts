/** The key of a link form's draft. */
export function linkDraftName(link: { id: string } | null): string {
  return `link:${link?.id ?? 'new'}`
}
