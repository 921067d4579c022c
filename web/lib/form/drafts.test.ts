import { createFormControl } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', { pathname: '/customer-portal/ticket/1' })
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => vi.unstubAllGlobals())

describe('form input', () => {
  it('returns to the form after the page was left', async () => {
    const { leave, open, shownAgain } = await browser()
    open('entry', { name: 'Wallbox prüfen', details: { note: 'Keller' } })
    leave()
    expect(shownAgain('entry', { name: '', details: { note: '' } })).toEqual({
      name: 'Wallbox prüfen',
      details: { note: 'Keller' },
    })
  })

  it('returns only once', async () => {
    const { leave, open, shownAgain } = await browser()
    const close = open('entry', { name: 'Wallbox prüfen' })
    leave()
    close()
    shownAgain('entry', { name: '' })
    expect(shownAgain('entry', { name: '' })).toEqual({ name: '' })
  })

  it('is stored without passwords and tokens, which keep the form’s values', async () => {
    const { leave, open, shownAgain } = await browser()
    open('user', { username: 'jana', password: 'geheim', access: [{ url: 'a', newPassword: 'b', apiKey: 'c' }] })
    leave()
    expect(JSON.stringify(sessionStorage.getItem('draft:/customer-portal/ticket/1#user'))).not.toMatch(/geheim|"b"|"c"/)
    expect(shownAgain('user', { username: '', password: '', access: [] })).toEqual({
      username: 'jana',
      password: '',
      access: [{ url: 'a' }],
    })
  })

  it('is not stored without changes, nor after the form is gone', async () => {
    const { leave, open } = await browser()
    open('untouched', { name: 'x' }, { hasInput: false })
    open('closed', { name: 'x' })()
    leave()
    expect(sessionStorage.length).toBe(0)
  })

  it('belongs to its form and path', async () => {
    const { leave, open, shownAgain } = await browser()
    open('entry', { name: 'Wallbox prüfen' })
    leave()
    expect(shownAgain('other', { name: '' })).toEqual({ name: '' })
    vi.stubGlobal('location', { pathname: '/customer-portal/ticket/2' })
    expect(shownAgain('entry', { name: '' })).toEqual({ name: '' })
  })

  it('is not restored for another user', async () => {
    const { leave, open, shownAgain } = await browser()
    open('entry', { name: 'Wallbox prüfen' })
    leave()
    const key = 'draft:/customer-portal/ticket/1#entry'
    sessionStorage.setItem(key, (sessionStorage.getItem(key) ?? '').replace('"userId":null', '"userId":"somebody"'))
    expect(shownAgain('entry', { name: '' })).toEqual({ name: '' })
  })

  it('does not fail where the browser stores nothing', async () => {
    const { leave, open, shownAgain } = await browser()
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new Error('forbidden')
      },
      setItem: () => {
        throw new Error('full')
      },
    })
    open('entry', { name: 'Wallbox prüfen' })
    leave()
    expect(shownAgain('entry', { name: '' })).toEqual({ name: '' })
  })
})

type Values = Record<string, unknown>

async function browser() {
  const { openForm, restoreDraft } = await import('./drafts.ts')
  const { draftKey } = await import('./draft-storage.ts')
  const { announceLeaving } = await import('./leaving.ts')
  return {
    leave: announceLeaving,
    open: (name: string, values: Values, { hasInput = true } = {}) =>
      openForm({ key: draftKey(name), readValues: () => values, hasInput: () => hasInput }),
    shownAgain: (name: string, defaultValues: Values) => {
      const form = createFormControl<Values>({ defaultValues })
      restoreDraft(form, draftKey(name))
      return form.getValues()
    },
  }
}

function memoryStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: index => [...items.keys()][index] ?? null,
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
    clear: () => items.clear(),
  }
}
