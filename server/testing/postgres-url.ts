import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Superuser URL of the run's PostgreSQL, for a test that makes a database of its own. */
export function postgresAdminUrl(): string {
  return inject('postgresUrl')
}
