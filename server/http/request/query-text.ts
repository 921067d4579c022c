/** Reads the query of an address. Fastify would read all of it before any rule of ours. */
import { parse } from 'node:querystring'

/** More than any endpoint has. */
const parametersMax = 100

/** The first hundred parameters; a name that repeats has a list. */
export function parseQuery(text: string): Record<string, unknown> {
  return parse(text, '&', '=', { maxKeys: parametersMax })
}

/** How many parameters of an address `parseQuery` left out. */
export function countUnreadParameters(url: string): number {
  let count = 1
  for (let at = url.indexOf('&', url.indexOf('?') + 1); at !== -1; at = url.indexOf('&', at + 1)) count += 1
  return Math.max(0, count - parametersMax)
}
