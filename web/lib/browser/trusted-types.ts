/** Addresses of workers: pages require trusted ones where the browser knows trusted types. */

// Missing in TypeScript's library. A policy's values are accepted where a string is expected.
type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL(input: string): string },
  ): {
    createScriptURL(input: string): string
  }
}

/** The file of our own build as a trusted address, by a policy that creates no other. Once for each name. */
export function createPolicy(name: TrustedPolicy, url: string): string {
  const policies: unknown = Reflect.get(globalThis, 'trustedTypes')
  if (!hasCreatePolicy(policies)) return url
  const only = (asked: string) => {
    if (asked !== url) throw new TypeError('No code but the worker of our own build is loaded by address.')
    return asked
  }
  return policies.createPolicy(name, { createScriptURL: only }).createScriptURL(url)
}

/** Those that the server's policy for pages names. */
type TrustedPolicy = 'pdf-worker' | 'what-if-worker'

function hasCreatePolicy(policies: unknown): policies is Policies {
  return typeof policies === 'object' && policies !== null && 'createPolicy' in policies
}
