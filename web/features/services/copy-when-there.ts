/**
 * Puts a text on the clipboard that is still on its way. False when the browser does not let the page; throws what the
 * way there threw.
 */
export async function copyWhenThere(text: Promise<string>): Promise<boolean> {
  const isWritten = writePromised(text)
  const value = await text
  return (await isWritten) || (await write(value))
}

/** Safari lets a page write only while the press lasts, and therefore takes the promise of a text. */
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
