/**
 * Copies a text that is still loading to the clipboard. Returns false if the browser denies it; rethrows the error of
 * `text`.
 */
export async function copyLoadingText(text: Promise<string>): Promise<boolean> {
  const isWritten = writePromised(text)
  const value = await text
  return (await isWritten) || (await write(value))
}

/** Safari allows writing only during the click, so it gets the promise of a text. */
async function writePromised(text: Promise<string>): Promise<boolean> {
  const blob = text.then(value => new Blob([value], { type: 'text/plain' }))
  blob.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    return true
  } catch {
    return false
  }
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
