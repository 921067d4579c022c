/** Frequent questions. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { id, instant, isVisible, line, numberProblem, optionalLine } from './fields.ts'
import { descriptionLengthMax, faqEntriesMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { editableFaqList, faqList } from './lists.ts'

const faqFields = {
  id,
  question: z.string(),
  /** Markdown. */
  answer: z.string(),
  category: z.string(),
  /** Its place is not part of `revision`: it also changes when another question is added, deleted or moved. */
  position: z.int(),
  createdAt: instant,
  updatedAt: instant,
}

export const faqEntry = z.object(faqFields)
export type FaqEntry = z.output<typeof faqEntry>

export const faq = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/faq/',
    access: 'public',
    summary: 'Published questions in their order; `search` finds the best matches first.',
    query: listQuery(faqList),
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

/** A question as shown to its author. */
export const editableFaqEntry = z.object({
  ...faqFields,
  published: z.boolean(),
  permissions: z.array(z.enum(['update', 'delete', 'reorder'])),
  revision: z.int(),
})
export type EditableFaqEntry = z.output<typeof editableFaqEntry>

/** Counted from 1, without gaps; a place past the end is the last one. */
const position = z
  .int({ error: numberProblem })
  .check(z.minimum(1, 'number.invalid'), z.maximum(faqEntriesMax, 'number.too_large'))

const answer = z
  .string('required')
  .check(
    z.trim(),
    z.refine(isVisible, { error: 'required', abort: true }),
    z.maxLength(descriptionLengthMax, 'too_long'),
  )

export const faqTextInput = z.strictObject({
  question: line(),
  answer,
  category: optionalLine(60),
  published: z.boolean(),
})
export type FaqTextInput = z.output<typeof faqTextInput>

/** The full body of a question for PUT. */
export const faqInput = z.extend(faqTextInput, { position })
export type FaqInput = z.output<typeof faqInput>

export const newFaqEntry = z.strictObject({
  question: line(),
  answer,
  category: z.optional(optionalLine(60)),
  /** Not published by default. */
  published: z.optional(z.boolean()),
  /** The last place by default. */
  position: z.optional(position),
})
export type NewFaqEntry = z.output<typeof newFaqEntry>

export const adminFaq = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/admin/faq/',
    access: 'admin',
    summary: 'All questions in their order, also unpublished ones.',
    query: listQuery(editableFaqList),
    response: page(editableFaqEntry),
  },
  create: {
    method: 'POST',
    path: '/api/backend/admin/faq/',
    access: 'admin',
    summary: 'Add a question, at the end unless a position is given.',
    body: newFaqEntry,
    response: editableFaqEntry,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/admin/faq/{id}/',
    access: 'admin',
    summary: 'One question, published or not.',
    response: editableFaqEntry,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/admin/faq/{id}/',
    access: 'admin',
    summary: 'Replace a question; requires the full body.',
    body: z.partial(faqInput),
    response: editableFaqEntry,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/admin/faq/{id}/',
    access: 'admin',
    summary: 'Change parts of a question; with a position it moves there and the others make room.',
    body: z.partial(faqInput),
    response: editableFaqEntry,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/admin/faq/{id}/',
    access: 'admin',
    summary: 'Delete a question; the others move up.',
    response: empty,
    status: 204,
    conditional: true,
    withoutStepUp: 'the business’s own text',
  },
  reorder: {
    method: 'PUT',
    path: '/api/backend/admin/faq-order/',
    access: 'admin',
    summary: 'Put all questions in order; refused when one was added or deleted meanwhile.',
    body: z.strictObject({
      ids: z.array(id).check(
        z.minLength(1, 'ids.required'),
        z.maxLength(faqEntriesMax, 'too_long'),
        z.refine(ids => new Set(ids).size === ids.length, 'invalid'),
      ),
    }),
    response: empty,
    status: 204,
  },
})
