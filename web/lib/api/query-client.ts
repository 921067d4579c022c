import { QueryClient } from '@tanstack/react-query'
import { NetworkError, ProblemError } from './api-error.ts'

/** Server state. Old rows stay visible while new ones load; refusals are final, server errors are retried once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, gcTime: 5 * 60_000, retry: isWorthAnotherTry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

function isWorthAnotherTry(failures: number, error: Error): boolean {
  if (error instanceof NetworkError) return false
  return failures < 1 && (!(error instanceof ProblemError) || error.status >= 500)
}
