import { dnsUpdate } from '#contract/dns-update.ts'
import { AppError } from '#server/app-error.ts'
import type { BoundDeviceCall, DeviceAnswer } from '#server/http/device-route.ts'
import { takeUpdate } from './dns-update.commands.ts'

const retryAfterSeconds = 60

export const dnsUpdateRoutes: readonly BoundDeviceCall[] = [
  {
    call: dnsUpdate,
    handle: takeUpdate,
    refuse,
  },
]

/** inadyn ends on everything but `good`, `nochg` and 5xx: only errors that no retry repairs are refused permanently. */
function refuse(error: unknown): DeviceAnswer {
  if (isTooLong(error)) return { status: 400, text: 'numhost' }
  const asked = error instanceof AppError ? error.retryAfterSeconds : undefined
  return { status: 503, text: '911', retryAfterSeconds: asked ?? retryAfterSeconds }
}

/** Fastify's refusal of a body. */
function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && error.statusCode === 413
}
