import { useEffect, useEffectEvent, useMemo, useState } from 'react'

export interface SearchOption {
  value: string
  label: string
  /** Small text below the label. */
  note?: string | undefined
}

export interface OptionSource {
  /** Options known in advance; searched by their label and note. */
  options?: readonly SearchOption[] | undefined
  /** Fetches options for the typed text; for an empty query at first. */
  loadOptions?: ((query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>) | undefined
}

interface Search extends OptionSource {
  query: string
  isOpen: boolean
}

/** The options that match the query: filtered here if known in advance, otherwise fetched after a pause in typing. */
export function useSearchOptions({ options, loadOptions, query, isOpen }: Search) {
  const known = useMemo(() => options?.filter(option => fits(option, query)), [options, query])
  const [fetched, setFetched] = useState<readonly SearchOption[]>([])
  const [isLoading, setLoading] = useState(loadOptions !== undefined)
  const isRemote = loadOptions !== undefined

  const fetchOptions = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const found = (await loadOptions?.(query, signal)) ?? []
      if (!signal.aborted) setFetched(found)
    } catch {
      // The caller's client has reported the failure; the list is empty.
      if (!signal.aborted) setFetched([])
    } finally {
      if (!signal.aborted) setLoading(false)
    }
  })

  useEffect(() => {
    if (!isRemote || !isOpen) return
    const abort = new AbortController()
    setLoading(true)
    const timer = setTimeout(() => void fetchOptions(abort.signal), query === '' ? 0 : typingPauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [isRemote, isOpen, query])

  return { found: known ?? fetched, isLoading: isRemote && isLoading }
}

const typingPauseMs = 200

function fits(option: SearchOption, query: string): boolean {
  const text = `${option.label} ${option.note ?? ''}`.toLocaleLowerCase('de')
  return query
    .toLocaleLowerCase('de')
    .split(/\s+/)
    .every(word => text.includes(word))
}
