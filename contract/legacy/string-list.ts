import { parseLenientJson } from './lenient-json.ts'
import { textCell } from './values.ts'

/** Reads a list sent as an array, JSON text of an array, or single string (specification 7.3), without duplicates. */
export function readStringList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? fromText(value) : [value]
  const texts = items.map(textCell).filter((cell) => cell !== null)
  return [...new Set(texts.map(String))]
}

function fromText(text: string): unknown[] {
  if (!text.trim().startsWith('[')) return [text]
  try {
    const parsed = parseLenientJson(text)
    return Array.isArray(parsed) ? parsed : [text]
  } catch {
    return [text]
  }
}
