import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import type { ReceivedFile } from '#web/lib/api/api-client.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { fileTexts } from '#web/texts/files.texts.ts'
import { FileName } from './file-name.tsx'
import { FileView } from './file-view.tsx'

export interface FilePreviewProps {
  name: string
  load: () => Promise<ReceivedFile>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A dialog with a preview of a file. The file is fetched once, for preview and download. */
export function FilePreview({ name, load, open, onOpenChange }: FilePreviewProps) {
  const [file, setFile] = useState<ReceivedFile>()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        <span className="wrap-anywhere">
          <FileName name={name} />
        </span>
      }
      size="large"
      footer={
        <Button icon={<IconDownload />} disabled={!file} onClick={() => file && saveFile(file)}>
          {fileTexts.saveAction}
        </Button>
      }
    >
      <FileView name={name} load={load} onLoaded={setFile} />
    </Dialog>
  )
}
