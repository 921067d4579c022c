import { dnsUpdate } from '#contract/dns-update.ts'
import { AppError } from '#server/app-error.ts'
import type { BoundDeviceCall } from '#server/http/device-route.ts'
import { takeUpdate } from './dns-update.commands.ts'

const retryAfterSeconds = 60

export const dnsUpdateRoutes: readonly BoundDeviceCall[] = [
  {
    call: dnsUpdate,
    handle: takeUpdate,
    // inadyn ends on everything but `good`, `nochg` and 5xx.
    refuse: error => ({
      status: 503,
      text: '911',
      retryAfterSeconds: (error instanceof AppError ? error.retryAfterSeconds : undefined) ?? retryAfterSeconds,
    }),
  },
]
