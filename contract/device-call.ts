/**
 * Calls made by devices such as routers, in a protocol of others (decision 0077): their path has no trailing slash,
 * unknown parameters are ignored, answers are text with statuses of their own.
 */
import type { BudgetName } from './budgets.ts'

export type DeviceCall = {
  readonly methods: readonly ('GET' | 'POST')[]
  /** Without a trailing slash: devices do not follow redirects. */
  readonly path: `/${string}`
  /** The login of the device, by Basic authentication; a session makes no difference. */
  readonly access: 'device'
  readonly budget: BudgetName
  /** Maximum bytes of a form. */
  readonly formBytes: number
  /** One English sentence for the API documentation. */
  readonly summary: string
  /** Parameters that are understood, with their meaning. */
  readonly parameters: Readonly<Record<string, string>>
  /** The meaning of each status. */
  readonly answers: Readonly<Record<number, string>>
}

export function defineDeviceCall<const T extends DeviceCall>(call: T): T {
  return call
}
