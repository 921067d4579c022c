/** The document thread: answers one request after another. The only place that loads pdfkit, pdf-lib and the fonts. */
import { answerTasks } from '#server/threads/answer-tasks.ts'
import { checkedXml } from './checked-xml.ts'
import type { CheckRequest, DocumentAnswer, DocumentRequest } from './document-request.ts'
import { renderLockedCopy, renderOriginal, renderPreview } from './invoice-files.ts'

answerTasks(answerTo, { transfer: answer => ('bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : []) })

async function answerTo(request: DocumentRequest | CheckRequest): Promise<DocumentAnswer> {
  try {
    if (request.kind === 'check') return { checked: await checkedXml(request.snapshot) }
    return { bytes: await render(request) }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function render(request: DocumentRequest): Promise<Uint8Array> {
  switch (request.kind) {
    case 'original':
      return renderOriginal(request.snapshot, request)
    case 'lockedCopy':
      return renderLockedCopy(request.snapshot, request)
    case 'preview':
      return renderPreview(request.draft, request)
  }
}
