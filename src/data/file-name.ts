import { parse } from 'content-disposition'

/** Returns the name in a Content-Disposition header (RFC 6266), filename* first, made safe; null without one. */
export function fileNameOf(header: string | null): string | null {
  const name = header === null ? undefined : parse(header).parameters.filename
  return name === undefined ? null : safeFileName(readable(name)) || null
}

/** Decodes a name that a server sent as plain UTF-8: browsers decode headers byte by byte, which garbles it. */
function readable(name: string): string {
  if (!/^[\0-\xff]+$/.test(name)) return name
  try {
    const bytes = Uint8Array.from(name, (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return name
  }
}

/** Replaces separators, control and bidirectional formatting characters by '_'; removes leading dots. */
export function safeFileName(name: string): string {
  return name
    .replace(/[\\/:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '_')
    .trim()
    .replace(/^\.+/, '')
}
