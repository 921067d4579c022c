import type { EnergyProposal } from '#contract/energy-proposals.ts'
import type { ProposalRow } from './energy-proposal.queries.ts'

export function presentProposal(row: ProposalRow): EnergyProposal {
  const { id, adapter, topic, path, name, role, measure, unit, example } = row
  return {
    id,
    source: adapter === 'push' ? 'push' : { adapter, topic, path },
    name,
    role,
    measure,
    factor: row.factor_millionths / 1_000_000,
    unit,
    example,
    seenAt: row.seen_at,
  }
}
