import type { ReceivedFile } from '#web/lib/api/api-client.ts'

/** Has the browser save a file, as a link to it would. */
export function saveFile({ name, content }: ReceivedFile): void {
  const url = URL.createObjectURL(content)
  saveFrom(url, name)
  // The browser has begun to read it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** Has the browser fetch and save a file by itself: one of any size, with its own progress and in parts. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
