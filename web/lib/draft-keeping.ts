import { createContext } from 'react'

/** False around a form whose drawer is closing: it was sent or discarded, and must not be written down any more. */
export const DraftKeeping = createContext(true)
