import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The client address of a request, as reported by trusted proxies. Some add the port, which is removed; an invalid
 * value is replaced by the address of the connection.
 */
export function clientIp(request: FastifyRequest): string {
  const stated = request.ip.trim()
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(stated) ?? []
  const address = bracketed ?? plain ?? stated
  return isIP(address) === 0 ? (request.socket.remoteAddress ?? '') : address
}
