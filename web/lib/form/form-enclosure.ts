import { createContext } from 'react'

/** What a form stands in and may go away with, as a drawer. */
export type Enclosure = {
  /** False once it is closing: its forms were sent or discarded and must not be written down any more. */
  readonly isOpen: boolean
  /** A question for each form inside, asked at the moment of closing: does it hold input that would be lost? */
  readonly unsaved: Set<() => boolean>
}

/** Null around a form that goes away only with its page. */
export const FormEnclosure = createContext<Enclosure | null>(null)
