import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Notice } from '#web/components/notice.tsx'
import { operationTexts } from '#web/texts/operations.ts'
import { mailCountQuery } from './queries.ts'

/** Only when mails were given up; `link` leads to them. */
export function FailedMailsNotice({ link }: { link: ReactNode }) {
  const { data: count = 0 } = useQuery(mailCountQuery('failed'))
  if (count === 0) return null
  return (
    <Notice kind="error" action={link}>
      {operationTexts.outbox.failedNotice(count)}
    </Notice>
  )
}
