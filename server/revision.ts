import { AppError } from './app-error.ts'

/** Rejects (412 `stale`) a change of another revision than the stored one. Without a revision nothing is demanded. */
export function demandRevision(sent: number | undefined, stored: number): void {
  if (sent !== undefined && sent !== stored) throw new AppError('stale')
}
