import * as z from 'zod/mini'
import { adminPasswordLengthMin, passwordLengthMax } from '#contract/limits.ts'

/** A password that opens the admin portal; the server holds the same bound. */
export const adminPassword = z
  .string('password.required')
  .check(
    z.minLength(1, { error: 'password.required', abort: true }),
    z.minLength(adminPasswordLengthMin, { error: 'password.too_short_admin', abort: true }),
    z.maxLength(passwordLengthMax, 'password.too_long'),
  )
