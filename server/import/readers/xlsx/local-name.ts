/** Returns an element's name without its namespace prefix, which each program chooses itself. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Unescapes characters that XML forbids, which XLSX writes as _xHHHH_. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
