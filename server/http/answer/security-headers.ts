/** The security headers of every answer. Built at startup. */
import type { Config } from '#server/config.ts'

type Headers = Readonly<Record<string, string>>

/** For every answer; HSTS only over https, one year with subdomains. */
export function securityHeaders(config: Config): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(config.publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** Additional headers of pages: isolated from windows of other sites, without access to devices. */
export const pageHeaders: Headers = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Data is never a page: nothing may run, load or be framed. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Scripts that may create trusted types: those that start a worker. No others, each once. */
export const trustedTypePolicies = ['pdf-worker', 'what-if-worker'] as const

/** The web app: its own files only, plus the style block of the loading screen by its hash (`'sha256-…'`). */
export function appPolicy(config: Config, styleHashes: readonly string[]): string {
  const backend = config.backendUrl === null ? '' : ` ${config.backendUrl}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    ["style-src 'self'", ...styleHashes].join(' '),
    // The logo, and pictures fetched for a preview.
    `img-src 'self' data: blob:${backend}`,
    "font-src 'self'",
    `connect-src 'self'${backend}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ['trusted-types', ...trustedTypePolicies].join(' '),
  ].join('; ')
}

/** A worker obeys the policy sent with its own script: this one runs the solver, WebAssembly of our own. */
export const solverWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** A page written by the server: its one style block, no scripts. */
export function pagePolicy(styleHash: string): string {
  return `default-src 'none'; style-src '${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
