/**
 * The `next` of a login address, if it is a path on this site. Anything a browser could interpret as another host or as
 * script (`//host`, `/\host`, `https:`, `javascript:`, and encoded forms of them) is ignored, as is the login page.
 */
export function ownPath(next: unknown): string | undefined {
  if (typeof next !== 'string' || !next.startsWith('/')) return undefined
  if (forms(next).some(form => /^\/[/\\]|\p{Cc}/u.test(form))) return undefined
  const url = new URL(next, base)
  if (url.origin !== base || /^\/(accounts\/)?login\/?$/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

const base = 'http://own.invalid'

/** As written and decoded twice: proxies and routers may decode once more than expected. */
function forms(next: string): string[] {
  const once = decoded(next)
  return [next, once, decoded(once)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
