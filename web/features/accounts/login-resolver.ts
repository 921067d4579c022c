import type { FieldErrors, Resolver } from 'react-hook-form'
import { emailLengthMax, passwordLengthMax, passwordLengthMin, usernameLengthMin } from '#contract/limits.ts'
import type { ValidationCode } from '#contract/validation.ts'

export type LoginInput = { username: string; password: string }

/**
 * The rules of the contract's `credentials`, written by hand: the schema library alone would make the login, the first
 * page of most customers, a tenth heavier. The test next to this file proves that both agree.
 */
export const loginResolver: Resolver<LoginInput> = values => {
  const username = values.username.trim()
  const errors: FieldErrors<LoginInput> = {}
  const usernameCode = usernameFault(username)
  const passwordCode = passwordFault(values.password)
  if (usernameCode) errors.username = { type: usernameCode, message: usernameCode }
  if (passwordCode) errors.password = { type: passwordCode, message: passwordCode }
  return usernameCode || passwordCode
    ? { values: {}, errors }
    : { values: { username, password: values.password }, errors: {} }
}

function usernameFault(username: string): ValidationCode | undefined {
  if (username === '') return 'username.required'
  if (username.length < usernameLengthMin) return 'username.too_short'
  return username.length > emailLengthMax ? 'username.too_long' : undefined
}

function passwordFault(password: string): ValidationCode | undefined {
  if (password === '') return 'password.required'
  if (password.length < passwordLengthMin) return 'password.too_short'
  return password.length > passwordLengthMax ? 'password.too_long' : undefined
}
