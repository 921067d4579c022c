/** What customers ask for. */
import type { RequestPriority, RequestState } from '#contract/requests.ts'
import type { InstantText, Revised } from './schema-columns.ts'

export type RequestTable = Revised & {
  id: string
  number: string
  number_key: string
  customer_id: string
  title: string
  title_key: string
  description: string
  priority: RequestPriority
  /** 1 low to 3 high: what the priority sorts by. */
  priority_rank: number
  state: RequestState
  /** Empty while it is open; a declined one always has one. */
  answer: string
  answered_at: InstantText | null
  /** The ticket an accepted one has become; null once that is deleted. */
  ticket_id: string | null
  about_ticket_id: string | null
  created_by_user_id: string | null
}

export type RequestAttachmentTable = { file_id: string; request_id: string }
