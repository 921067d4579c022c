import { createContext, useContext } from 'react'

interface FormState {
  isSubmitting: boolean
  /** Whether required fields are marked. */
  hasRequiredMarks: boolean
}

const FormStateContext = createContext<FormState>({ isSubmitting: false, hasRequiredMarks: true })

export const FormStateProvider = FormStateContext.Provider

/** The state of the surrounding form; outside a form nothing is submitting. */
export function useFormStateContext(): FormState {
  return useContext(FormStateContext)
}
