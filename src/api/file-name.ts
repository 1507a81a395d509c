/**
 * The file name in a Content-Disposition header (RFC 6266), preferring filename* to filename, made safe.
 * @returns null if the header has none
 */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null
  const name = extendedName(header) ?? plainName(header)
  return name === null ? null : safeFileName(name) || null
}

/** Removes path separators, control characters and bidirectional formatting characters. */
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
