import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The address a request came from, as trusted proxies say. Some of them add the port, which is no part of it; where one
 * says something that is no address, it is that of the connection.
 */
export function clientIp(request: FastifyRequest): string {
  const stated = request.ip.trim()
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(stated) ?? []
  const address = bracketed ?? plain ?? stated
  return isIP(address) === 0 ? (request.socket.remoteAddress ?? '') : address
}
