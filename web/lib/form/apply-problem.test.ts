import { createFormControl } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { NetworkError, ProblemError } from '#web/lib/api/api-error.ts'
import { applyProblem } from './apply-problem.ts'

const problem = { type: 'x', title: 'Bitte prüfen Sie Ihre Eingaben.', status: 422, requestId: 'r' } as const

describe('a form’s server errors', () => {
  it('appear once, at their fields, and the first field has the focus', () => {
    const { form, setError } = createForm()
    const errors = [
      { field: 'address.zip', code: 'zip.invalid', message: 'Postleitzahl.' },
      { field: 'facts[0].title', code: 'required', message: 'Pflichtfeld.' },
    ]
    expect(applyProblem(form, new ProblemError({ ...problem, code: 'request.invalid', errors }))).toBe(true)
    expect(setError.mock.calls).toEqual([
      ['address.zip', { type: 'zip.invalid', message: 'Postleitzahl.' }, { shouldFocus: true }],
      ['facts.0.title', { type: 'required', message: 'Pflichtfeld.' }, { shouldFocus: false }],
    ])
  })

  it('appear at the form if they belong to none of its fields', () => {
    const { form, setError } = createForm()
    const errors = [{ field: 'customerId', code: 'reference.unknown', message: 'Unbekannter Kunde.' }]
    applyProblem(form, new ProblemError({ ...problem, code: 'request.invalid', errors }))
    expect(setError.mock.calls).toEqual([
      ['root.server', { type: 'request.invalid', message: 'Bitte prüfen Sie Ihre Eingaben. Unbekannter Kunde.' }],
    ])
  })

  it('list a shared sentence once and count the omitted ones', () => {
    const { form, setError } = createForm()
    const message = 'Dieses Feld gibt es nicht.'
    const errors = ['a', 'b'].map(field => ({ field, code: 'unknown_field', message }))
    applyProblem(form, new ProblemError({ ...problem, code: 'request.invalid', errors, errorsCount: 112 }))
    expect(setError.mock.calls).toEqual([
      [
        'root.server',
        {
          type: 'request.invalid',
          message: `Bitte prüfen Sie Ihre Eingaben. ${message} 110 weitere Angaben sind ungültig.`,
        },
      ],
    ])
  })

  it('add nothing to an error that has been shown, nor to one that is not the server’s', () => {
    const { form, setError } = createForm()
    const shown = new ProblemError({ ...problem, code: 'session.required' })
    shown.isShown = true
    expect(applyProblem(form, shown)).toBe(false)
    expect(applyProblem(form, new NetworkError(undefined, true))).toBe(false)
    expect(setError).not.toHaveBeenCalled()
  })
})

function createForm() {
  const form = createFormControl({ defaultValues: { address: { zip: '' }, facts: [{ title: '' }] } })
  const setError = vi.fn()
  return { form: { ...form, setError }, setError }
}
