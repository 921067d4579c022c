import { useQuery } from '@tanstack/react-query'
import { Notice } from '#web/components/feedback/notice.tsx'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { lostKeysQuery } from './operations.query-options.ts'

/** Shown while the keys file does not match the database: the unreadable data and how an operator fixes it. */
export function LostKeysNotice() {
  const { data } = useQuery(lostKeysQuery())
  if (!data || data.keyIds.length === 0) return null
  return (
    <Notice kind="error" title={texts.title}>
      <p className="wrap-anywhere">{texts.missing(data.keyIds)}</p>
      <p>{texts.remedy}</p>
    </Notice>
  )
}

const texts = operationTexts.lostKeys
