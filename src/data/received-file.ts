/** Size in bytes of the parts that leave the page's memory: the browser stores them, on the disk if they are many. */
const PART_BYTES = 4 * 2 ** 20
/** Interval in ms of progress reports. */
const TELL_MS = 250

/**
 * Receives an answer's body as a file without holding it in the page's memory.
 * @param onBytes called from time to time with the number of received bytes
 * @throws what reading throws, and an AbortError once the call is aborted
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
