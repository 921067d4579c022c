import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invoiceQuestions, type NewInvoiceQuestion } from '#contract/invoice-questions.ts'
import { call } from '#web/lib/api/api-client.ts'

/** Asks about a line or an entry of an invoice. */
export function useAskQuestion() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body, idempotencyKey }: { id: string; body: NewInvoiceQuestion; idempotencyKey: string }) =>
      call(invoiceQuestions.ask, { params: { id }, body, idempotencyKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invoices'] }),
  })
}

export function useAnswerQuestion() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text, idempotencyKey }: { id: string; text: string; idempotencyKey: string }) =>
      call(invoiceQuestions.answer, { params: { id }, body: { text }, idempotencyKey }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['invoices'] }),
  })
}
