/** Size in bytes of the parts that are moved into blobs, which browsers store outside the page's memory. */
const PART_BYTES = 4 * 2 ** 20
/** Minimum interval in ms between progress reports. */
const TELL_MS = 250

/**
 * Reads a response's body into a file without holding all of it in the page's memory.
 * @param onBytes called repeatedly with the number of bytes received so far
 * @throws errors of reading the body, and an AbortError once the request is aborted
 */
export async function receiveFile(response: Response, onBytes: (received: number) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  const reader = response.body?.getReader()
  const parts: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let held = 0
  let received = 0
  let toldAt = Number.NEGATIVE_INFINITY
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    chunks.push(read.value)
    held += read.value.byteLength
    received += read.value.byteLength
    if (held >= PART_BYTES) {
      parts.push(new Blob(chunks))
      chunks = []
      held = 0
    }
    const now = performance.now()
    if (now - toldAt < TELL_MS) continue
    toldAt = now
    onBytes(received)
  }
  return new Blob([...parts, ...chunks], { type })
}
