/**
 * The file name of a Content-Disposition header (RFC 6266): filename* before filename, made safe.
 * @returns null where the header names none
 */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null
  const name = extendedName(header) ?? plainName(header)
  return name === null ? null : safeFileName(name) || null
}

/** Without what could lead out of the folder of downloads, control characters, and turns of the writing's direction. */
export function safeFileName(name: string): string {
  return name
    .replace(/[\\/:*?"<>|\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '_')
    .trim()
    .replace(/^\.+/, '')
}

function extendedName(header: string): string | null {
  const [, charset, encoded] = /filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(header) ?? []
  if (!charset || !encoded || charset.toLowerCase() !== 'utf-8') return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

function plainName(header: string): string | null {
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /filename\s*=\s*([^;\s]+)/i.exec(header)?.[1] ?? null
}
