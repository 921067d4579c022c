import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Speaker } from '#web/texts/privacy.texts.ts'
import { erasureQuery } from './privacy.query-options.ts'
import { WaitingNotice } from './waiting-notice.tsx'

export interface ErasureWarningProps {
  customerId: string
  speaker: Speaker
  /** Link to where it can be withdrawn. */
  more: ReactNode
}

/** Warns of an account deletion that waits or runs on every related page. Usually renders nothing. */
export function ErasureWarning({ customerId, speaker, more }: ErasureWarningProps) {
  const { data: erasure } = useQuery(erasureQuery(customerId))
  const isAhead = erasure?.state === 'waiting' || erasure?.state === 'running'
  return isAhead ? <WaitingNotice erasure={erasure} speaker={speaker} more={more} /> : null
}
