/** Frequent questions. */
import * as z from 'zod/mini'
import { defineEndpoints, page, pageQuery } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { searchLengthMax } from './limits.ts'

export const faqEntry = z.object({
  id,
  question: z.string(),
  /** Markdown. */
  answer: z.string(),
  category: z.string(),
  position: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type FaqEntry = z.output<typeof faqEntry>

export const faq = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/faq/',
    access: 'public',
    summary: 'Published questions in their order; `search` finds the best matches first.',
    query: z.extend(pageQuery, { search: z.optional(z.string().check(z.maxLength(searchLengthMax, 'too_long'))) }),
    response: page(faqEntry),
  },
  get: {
    method: 'GET',
    path: '/api/backend/faq/{id}/',
    access: 'public',
    summary: 'One published question.',
    response: faqEntry,
  },
})
