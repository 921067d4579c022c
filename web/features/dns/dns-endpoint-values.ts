import * as z from 'zod/mini'
import { dnsEndpointInput } from '#contract/dns-endpoints.ts'

/** The fields of an endpoint's form; the customer of a new one is empty if the server knows it. */
export const dnsEndpointValues = z.extend(dnsEndpointInput, { customerId: z.string() })
export type DnsEndpointValues = z.output<typeof dnsEndpointValues>
