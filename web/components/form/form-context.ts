import { createContext, useContext } from 'react'

interface FormState {
  isSubmitting: boolean
  /** Whether required fields carry a mark. */
  hasRequiredMarks: boolean
}

const FormStateContext = createContext<FormState>({ isSubmitting: false, hasRequiredMarks: true })

export const FormStateProvider = FormStateContext.Provider

/** What the form around a field or a button is doing; outside a form nothing is submitting. */
export function useFormStateContext(): FormState {
  return useContext(FormStateContext)
}
