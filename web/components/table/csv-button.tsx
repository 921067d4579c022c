import { IconTableExport, IconX } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import type { CsvFile } from './csv-file.ts'

/** Downloads all rows of a list, with its filters and order, as a CSV file. Every admin list has one. */
export function CsvButton<Row>(file: CsvFile<Row>) {
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<{ loaded: number; count: number }>()
  useEffect(() => () => running.current?.abort(), [])

  async function save() {
    const leaving = new AbortController()
    running.current = leaving
    setProgress({ loaded: 0, count: 0 })
    try {
      const onProgress = (loaded: number, count: number) => setProgress({ loaded, count })
      const { saveCsv } = await import('./csv-file.ts')
      const count = await saveCsv(file, leaving.signal, onProgress)
      showSuccess(texts.saved(formatCount(count)))
    } catch (error) {
      if (!leaving.signal.aborted) showFailure(error)
    } finally {
      setProgress(undefined)
    }
  }
  function press(event: MouseEvent) {
    // Ignores the second click of a double click, which hits the button that replaced the first.
    if (event.detail > 1) return
    if (progress) running.current?.abort()
    else void save()
  }

  const progressText = progress ? texts.progress(formatCount(progress.loaded), formatCount(progress.count)) : ''
  return (
    <div className="csv-button flex items-center gap-3 phone:grow-0!">
      <p role="status" className={progress && progress.count > 0 ? 'tabular text-label text-muted' : 'sr-only'}>
        {progressText}
      </p>
      <Button
        icon={progress ? <IconX /> : <IconTableExport />}
        title={progress ? undefined : texts.start}
        className="phone:px-3"
        onClick={press}
      >
        <span className="phone:sr-only">{progress ? texts.cancel : texts.start}</span>
      </Button>
    </div>
  )
}

const texts = commonTexts.csv
