import { open } from 'node:fs/promises'
import { hasWideTable, isPage } from '../../import/readers/html-tables.ts'

/** Number of bytes at the start of an HTML file that are searched for a price table. */
const PAGE_BYTES = 2 ** 21
const FIELD = /<input\b[^<>]{0,500}/gi
const PASSWORD = /\btype\s{0,9}=\s{0,9}["']?password\b/i
/** Scripts of the clouds' sign-in pages, which show their fields later. */
const SIGN_IN_SCRIPT =
  /accounts\.google\.com|login\.(?:live|microsoftonline)\.com|passport\.yandex\.|account\.mail\.ru/i

/**
 * Returns whether a file is an HTML page without a table of several columns: one on which a person signs in, or another
 * message. Null for a price list.
 * @param head beginning of the file
 */
export async function pageInsteadOfList(head: Buffer, path: string): Promise<'sign-in' | 'message' | null> {
  if (!isPage(head.toString('latin1'))) return null
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, 0)
    const page = buffer.toString('latin1', 0, bytesRead)
    if (hasWideTable(page)) return null
    const asks = [...page.matchAll(FIELD)].some(([field]) => PASSWORD.test(field))
    return asks || SIGN_IN_SCRIPT.test(page) ? 'sign-in' : 'message'
  } finally {
    await file.close()
  }
}
