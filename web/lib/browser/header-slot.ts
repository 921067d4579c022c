/** A slot at the bottom of the sticky header, for content that must stay in view. */
export const headerSlotId = 'header-slot'
