/** At the foot of the header, which stays at the top: for what must be in view wherever the page is scrolled to. */
export const headerSlotId = 'header-slot'
