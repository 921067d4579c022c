import './second-factor.css'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { nowMs } from '#web/lib/browser/browser-clock.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { secondFactorTexts } from '#web/texts/second-factor.texts.ts'

export interface RecoveryCodesProps {
  codes: readonly string[]
  username: string
  onDone: () => void
}

const texts = secondFactorTexts.recovery

/** The new codes for safekeeping elsewhere. They receive the focus, because they are shown only once. */
export function RecoveryCodes({ codes, username, onDone }: RecoveryCodesProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  const head = texts.fileHead(location.host, username, formatDate(new Date(nowMs()).toISOString()))
  const save = () =>
    saveFile({ name: texts.fileName, content: new Blob([`${head}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }) })
  return (
    <div ref={frame} tabIndex={-1} className="grid gap-4 outline-none">
      <Notice kind="warning" title={texts.title}>
        {texts.text}
      </Notice>
      <div data-printed="">
        <p className="hidden whitespace-pre-line print:mb-4 print:block">{head}</p>
        <ul
          aria-label={texts.list}
          className="grid gap-x-6 gap-y-1.5 rounded-control border border-hairline bg-sunken p-4 font-mono text-small sm:grid-cols-2"
        >
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton name={texts.list} value={codes.join('\n')} labelled />
        <Button size="small" icon={<IconDownload aria-hidden="true" />} onClick={save}>
          {texts.download}
        </Button>
        <Button size="small" icon={<IconPrinter aria-hidden="true" />} onClick={printAlone}>
          {texts.print}
        </Button>
      </div>
      <Button variant="primary" className="justify-self-start" fullOnPhone onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  )
}

function printAlone() {
  const root = document.documentElement
  root.dataset.printAlone = ''
  addEventListener('afterprint', () => delete root.dataset.printAlone, { once: true })
  print()
}
