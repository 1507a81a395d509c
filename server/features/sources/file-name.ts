import { parse } from 'content-disposition'

/** Maximum number of characters of a file's name. */
const LONGEST = 200

/**
 * Returns the file name in a Content-Disposition header (RFC 6266); '' without one. The name is only displayed, never
 * used as a path.
 */
export function dispositionName(header: string | undefined): string {
  return asUtf8(filenameIn(header))
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(0, LONGEST)
    .toWellFormed()
}

function filenameIn(header: string | undefined): string {
  try {
    return header === undefined ? '' : (parse(header).parameters.filename ?? '')
  } catch {
    return ''
  }
}

/** Decodes a name that a server sent as plain UTF-8; headers arrive as Latin-1. */
function asUtf8(text: string): string {
  if (!/^[\0-\xff]*$/.test(text)) return text
  const read = Buffer.from(text, 'latin1').toString('utf8')
  return read.includes('\ufffd') ? text : read
}
