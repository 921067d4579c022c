import { expect, test } from 'vitest'
import { validationText } from './form-validation.texts.ts'

test('a key of the contract becomes its German sentence', () => {
  expect(validationText('email.required')).toBe('E-Mail ist erforderlich!')
})

test('a sentence from the server is returned unchanged', () => {
  expect(validationText('TTL muss eine Zahl >=300 sein')).toBe('TTL muss eine Zahl >=300 sein')
  expect(validationText('toString')).toBe('toString')
})
