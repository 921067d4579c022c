import { createContext } from 'react'

/** A container that a form closes with, such as a drawer. */
export type Enclosure = {
  /** False while it closes: its forms were submitted or discarded, and must not be stored. */
  readonly isOpen: boolean
  /** One function per form inside, called on closing: does it have unsaved input? */
  readonly unsaved: Set<() => boolean>
}

/** Null for a form that is left only with its page. */
export const FormEnclosure = createContext<Enclosure | null>(null)
