import { IconTableExport, IconX } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { type CsvColumn, csvText } from '#web/lib/csv.ts'
import { berlinDate, formatCount } from '#web/lib/format.ts'
import { type LoadPage, loadAllRows } from '#web/lib/load-all-rows.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { commonTexts } from '#web/texts/common.ts'
import { Button } from './button.tsx'
import { showFailure } from './failure-toast.ts'
import { showToast } from './toast.ts'

export interface CsvButtonProps<Row> {
  /** What the rows are, as the file is named: `Tickets`. */
  name: string
  columns: readonly CsvColumn<Row>[]
  rowKey: (row: Row) => string
  /** A page of the list as it is filtered and ordered on screen. */
  loadPage: LoadPage<Row>
}

/** Saves all rows of a list, as it is filtered and ordered, as a file for a spreadsheet. Every list of an admin has one. */
export function CsvButton<Row>({ name, columns, rowKey, loadPage }: CsvButtonProps<Row>) {
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<{ loaded: number; count: number }>()
  useEffect(() => () => running.current?.abort(), [])

  async function save() {
    const leaving = new AbortController()
    running.current = leaving
    setProgress({ loaded: 0, count: 0 })
    try {
      const onProgress = (loaded: number, count: number) => setProgress({ loaded, count })
      const rows = await loadAllRows({ loadPage, rowKey, signal: leaving.signal, onProgress })
      const content = new Blob([csvText(columns, rows)], { type: 'text/csv;charset=utf-8' })
      saveFile({ name: `${name}-${berlinDate()}.csv`, content })
      showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.saved(formatCount(rows.length)) })
    } catch (error) {
      if (!leaving.signal.aborted) showFailure(error)
    } finally {
      setProgress(undefined)
    }
  }
  function press(event: MouseEvent) {
    // The second press of a double click is none on the button that has taken the place of the first.
    if (event.detail > 1) return
    if (progress) running.current?.abort()
    else void save()
  }

  const told = progress ? texts.progress(formatCount(progress.loaded), formatCount(progress.count)) : ''
  return (
    <div className="csv-button flex items-center gap-3 phone:grow-0!">
      <p role="status" className={progress && progress.count > 0 ? 'tabular text-label text-muted' : 'sr-only'}>
        {told}
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
