type SendOptions = {
  signal?: AbortSignal
  /** Called with the uploaded share, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/** Uploads with XMLHttpRequest, because `fetch` cannot report upload progress in all browsers. */
export function sendFile(
  url: string,
  method: string,
  headers: Headers,
  file: File,
  options: SendOptions,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  const giveUp = () => request.abort()
  request.open(method, url)
  request.withCredentials = true
  for (const [name, value] of headers) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => options.onProgress?.(total === 0 ? 0 : loaded / total)
  request.onload = () =>
    resolve(new Response(request.response, { status: request.status, headers: headersOf(request) }))
  request.onerror = () => reject(new TypeError('The file could not be sent.'))
  request.onabort = () => reject(options.signal?.reason)
  request.responseType = 'blob'
  options.signal?.addEventListener('abort', giveUp)
  request.onloadend = () => options.signal?.removeEventListener('abort', giveUp)
  const form = new FormData()
  form.append('file', file)
  if (options.signal?.aborted) reject(options.signal.reason)
  else request.send(form)
  return promise
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const at = line.indexOf(': ')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 2))
  }
  return headers
}
