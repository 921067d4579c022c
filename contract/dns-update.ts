/** The update call of routers: dyndns2, as ddclient, inadyn, FRITZ!Box, OPNsense and UniFi speak it. */
import { defineDeviceCall } from './device-call.ts'

export const dnsUpdate = defineDeviceCall({
  methods: ['GET', 'POST'],
  path: '/nic/update',
  access: 'device',
  budget: 'routers',
  // Twenty names of 253 letters, their separators encoded, and the addresses.
  formBytes: 8_192,
  summary: 'Report the addresses of a router, for host names of its endpoint. One line per name, in their order.',
  parameters: {
    hostname: 'Whole names, separated by commas, at most 20. None: all of the endpoint.',
    myip: 'IPv4 and IPv6 addresses, separated by commas. Of a repeated parameter the first counts.',
    myipv6: 'IPv6 address. A family that is not sent stays as it is.',
    ip6lanprefix: 'IPv6 prefix with its length, for devices behind the router.',
  },
  answers: {
    200: '`good` or `nochg` with the address; several names may differ.',
    400: '`numhost`, `notfqdn` or `badip`; `numhost` also for a form that is too long.',
    401: '`badauth`: wrong login, or an endpoint that is switched off.',
    404: '`nohost`: no host name of this endpoint.',
    503: '`911`: stored, not yet accepted, or too many calls or wrong logins; `dnserr`: the provider refuses the key.',
  },
})
