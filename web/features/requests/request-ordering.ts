import { requestOrderings } from '#contract/requests.ts'
import type { RequestFilter } from './queries.ts'

/** An order the API offers; any other text is none. */
export function orderingFrom(text: string): RequestFilter['ordering'] {
  return requestOrderings.find(ordering => ordering === text)
}
