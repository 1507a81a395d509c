import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise } from 'yauzl'
import { ImportError } from '../../errors.ts'
import { type ImportLimits, limitExceeded } from '../../limits.ts'
import { boundedXml, type XmlEvents } from '../bounded-xml.ts'
import { createDecoder } from '../decode.ts'

/** An archive with more parts is not a price list. */
const MAX_PARTS = 10_000
const MEGABYTE = 2 ** 20

export type WorkbookZip = Awaited<ReturnType<typeof openWorkbookZip>>

/**
 * Opens the parts of a workbook by their paths in the archive.
 * @throws ImportError if the bytes are not a zip archive
 */
export async function openWorkbookZip(chunks: AsyncIterable<Uint8Array>, limits: ImportLimits) {
  const zip = await fromBufferPromise(await readAll(chunks, limits))
  const entries = new Map<string, Entry>()
  if (zip.entryCount > MAX_PARTS) throw new ImportError(`В архиве XLSX больше ${MAX_PARTS} файлов`)
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  let unpacked = 0
  // A guess reads the beginning of a part several times, but it counts once.
  const counted = new Set<Entry>()

  /**
   * Unpacks a part.
   * @throws ImportError if the part is missing or unpacks to more bytes than the directory says
   */
  async function* pieces(path: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(path.toLowerCase())
    if (!entry) throw new ImportError(`В файле XLSX нет части ${path}`)
    // The size in the directory can be trusted: yauzl fails if a stream unpacks to another size.
    if (!counted.has(entry)) unpacked += entry.uncompressedSize
    counted.add(entry)
    if (unpacked > limits.unpackedMegabytes * MEGABYTE) throw limitExceeded('unpackedMegabytes', limits)
    const stream: Readable = await zip.openReadStreamPromise(entry)
    yield* stream as AsyncIterable<Uint8Array>
  }

  return {
    has: (path: string) => entries.has(path.toLowerCase()),
    pieces,
    /**
     * Parses a part while it is unpacked; `onPiece` is called after each chunk.
     * @throws ImportError if the part is missing, malformed, or unpacks to more bytes than the directory says
     */
    async parse(path: string, events: XmlEvents, onPiece?: () => void): Promise<void> {
      const xml = boundedXml(limits, events)
      let decoder: ReturnType<typeof createDecoder> | undefined
      for await (const piece of pieces(path)) {
        decoder ??= createDecoder(piece)
        xml.write(decoder.decode(piece))
        onPiece?.()
      }
      if (decoder) xml.write(decoder.end())
      xml.end()
    },
  }
}

/** Reads the whole file, since the directory of an archive is at its end. */
async function readAll(chunks: AsyncIterable<Uint8Array>, limits: ImportLimits): Promise<Buffer> {
  const received: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limits.workbookMegabytes * MEGABYTE) throw limitExceeded('workbookMegabytes', limits)
    received.push(chunk)
  }
  return Buffer.concat(received, bytes)
}

/** Returns an element's name without its namespace prefix, which each program chooses itself. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Unescapes characters that XML forbids, which XLSX writes as _xHHHH_. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
