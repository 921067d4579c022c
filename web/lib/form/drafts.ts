/**
 * Keeps what was typed when the page goes away under a form: the way to the login page, a reload, a newer version.
 * A form takes its draft back when it is shown again on the same path to the same user. Secrets are never kept.
 */
import { use, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { draftKey, readDraft, writeDraft } from './draft-storage.ts'
import { FormEnclosure } from './form-enclosure.ts'
import { onLeaving } from './leaving.ts'

type OpenForm = { key: string; readValues: () => unknown; hasInput: () => boolean }

const openForms = new Set<OpenForm>()
onLeaving(keepDrafts)

/**
 * Restores the form's draft, if there is one, and keeps a new one when the page goes away with unsaved input. What
 * encloses the form can ask it for unsaved input before it closes.
 * `name` tells the forms of one path apart. Call `clear` after a successful submit; what is discarded in
 * a drawer is forgotten with its closing. With `isKeptWhenLeft` it is also kept on the way to another page of the portal.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, name: string, isKeptWhenLeft = false) {
  const [key] = useState(() => draftKey(name))
  const [isRestored, setIsRestored] = useState(false)
  const { defaultValues } = form.formState
  const enclosure = use(FormEnclosure)
  const isKept = enclosure?.isOpen ?? true
  const latest = useRef({ form, defaultValues, isKept })
  latest.current = { form, defaultValues, isKept }
  const cleared = useRef<string>(undefined)

  useEffect(() => {
    if (restoreDraft(latest.current.form, key)) setIsRestored(true)
    // The values themselves are compared: the form's own `isDirty` comes a render later than what was typed.
    const hasUnsaved = () => {
      const values = JSON.stringify(latest.current.form.getValues())
      return values !== cleared.current && values !== JSON.stringify(latest.current.defaultValues)
    }
    const unsaved = enclosure?.unsaved
    unsaved?.add(hasUnsaved)
    const own: OpenForm = {
      key,
      readValues: () => latest.current.form.getValues(),
      hasInput: () => latest.current.isKept && hasUnsaved(),
    }
    const close = openForm(own)
    return () => {
      unsaved?.delete(hasUnsaved)
      close()
      if (isKeptWhenLeft) keepDraft(own)
    }
  }, [key, enclosure?.unsaved, isKeptWhenLeft])

  useEffect(() => {
    if (!isKept) sessionStorage.removeItem(key)
  }, [isKept, key])

  function clear() {
    sessionStorage.removeItem(key)
    cleared.current = JSON.stringify(form.getValues())
    setIsRestored(false)
  }
  return { isRestored, clear }
}

type Restorable<T extends FieldValues> = Pick<UseFormReturn<T>, 'getValues' | 'reset'>

/** Puts the draft, if there is one, into the form and takes it from the storage. */
export function restoreDraft<T extends FieldValues>(form: Restorable<T>, key: string): boolean {
  const draft = readDraft(key)
  if (draft === undefined) return false
  sessionStorage.removeItem(key)
  // What was kept came from this form; where the form has changed since, its validation says so.
  form.reset(merged(form.getValues(), draft) as DefaultValues<T>, { keepDefaultValues: true })
  return true
}

/** From now on the form is written down when the page goes away. Returns how to end that. */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => {
    openForms.delete(form)
  }
}

/** Writes down every open form that has input. */
function keepDrafts(): void {
  for (const form of openForms) keepDraft(form)
}

function keepDraft(form: OpenForm): void {
  if (form.hasInput()) writeDraft(form.key, withoutSecrets(form.readValues()))
}

const secretName = /password|passwort|token|secret|credential|apikey|pin$/i

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretName.test(name))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  )
}

/** The draft over the form's own values; what was left out of the draft stays as the form has it. */
function merged(own: unknown, draft: unknown): unknown {
  if (!isRecord(own) || !isRecord(draft)) return draft
  const both = { ...own }
  for (const [name, value] of Object.entries(draft)) both[name] = merged(own[name], value)
  return both
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
