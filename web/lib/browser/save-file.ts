import type { ReceivedFile } from '#web/lib/api/api-client.ts'

/** Saves a file in the browser, like a download link. */
export function saveFile({ name, content }: ReceivedFile): void {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  // The browser has started reading by the next task.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** Starts a browser download: for files of any size, with native progress and ranges. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
