/** An element's name without the prefix of its namespace, which the format leaves to the program that wrote the file. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Characters that XML forbids are written as _xHHHH_. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
