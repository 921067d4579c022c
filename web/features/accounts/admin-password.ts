import * as z from 'zod/mini'
import { adminPasswordLengthMin, passwordLengthMax } from '#contract/limits.ts'

/** A password for the admin portal; the server enforces the same minimum length. */
export const adminPassword = z
  .string('password.required')
  .check(
    z.minLength(1, { error: 'password.required', abort: true }),
    z.minLength(adminPasswordLengthMin, { error: 'password.too_short_admin', abort: true }),
    z.maxLength(passwordLengthMax, 'password.too_long'),
  )
