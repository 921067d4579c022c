import { invoiceQuestions } from '#contract/invoice-questions.ts'
import { userOf } from '#server/auth/actor.ts'
import { bind } from '#server/http/bind.ts'
import { answerQuestion, askQuestion } from './invoice-question.commands.ts'
import { presentQuestion } from './invoice-question.present.ts'
import { listQuestions } from './invoice-question.queries.ts'

export const invoiceQuestionRoutes = bind('invoiceQuestions', invoiceQuestions, {
  list: async ({ db, actor, scope }, { query }) => {
    const { count, rows } = await listQuestions(db, scope, query)
    return { count, results: rows.map(row => presentQuestion(actor, row)) }
  },
  ask: async (context, { params, body }) =>
    presentQuestion(context.actor, await askQuestion(context, userOf(context), params.id, body)),
  answer: async (context, { params, body }) =>
    presentQuestion(context.actor, await answerQuestion(context, userOf(context), params.id, body.text)),
})
