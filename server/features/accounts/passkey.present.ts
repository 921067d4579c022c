import type { Passkey } from '#contract/passkeys.ts'

export function presentPasskey(row: {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}): Passkey {
  return { id: row.id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at }
}
