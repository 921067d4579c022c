import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { showToast } from '#web/components/feedback/toast.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export interface CopyButtonProps {
  /** The text to copy. */
  value: string
  /** Describes the value in the button's name: `MAC-Adresse`. */
  name: string
  /** Shows the label next to the icon. */
  labelled?: boolean | undefined
}

/** How long the button shows its confirmation. */
const shownMs = 2_000

/** Copies a text to the clipboard and confirms it, on the button and to screen readers. */
export function CopyButton({ value, name, labelled = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      // The clipboard is missing without a secure connection or when the browser blocks it.
      showToast({ kind: 'error', title: commonTexts.failed, message: texts.failed })
    }
  }
  const icon = isCopied ? <IconCheck aria-hidden="true" /> : <IconCopy aria-hidden="true" />
  return (
    <span data-screen-only="" className="inline-flex">
      {labelled ? (
        <Button size="small" icon={icon} aria-label={texts.copy(name)} onClick={copy}>
          {isCopied ? texts.copied : texts.copyShort}
        </Button>
      ) : (
        <IconButton size="small" label={texts.copy(name)} icon={icon} onClick={copy} />
      )}
      <span role="status" className="sr-only">
        {isCopied ? texts.copiedName(name) : ''}
      </span>
    </span>
  )
}

const texts = commonTexts.copying
