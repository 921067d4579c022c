import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Speaker } from '#web/texts/privacy.texts.ts'
import { erasureQuery } from './privacy.query-options.ts'
import { WaitingNotice } from './waiting-notice.tsx'

export interface ErasureWarningProps {
  customerId: string
  speaker: Speaker
  /** The way to where it can be taken back. */
  more: ReactNode
}

/** That an account is about to end, wherever one works with it: nobody is to be surprised. Mostly nothing. */
export function ErasureWarning({ customerId, speaker, more }: ErasureWarningProps) {
  const { data: erasure } = useQuery(erasureQuery(customerId))
  return erasure?.state === 'waiting' ? <WaitingNotice erasure={erasure} speaker={speaker} more={more} /> : null
}
