import { isObject } from '../../contract/legacy/values.ts'

/** Beginning of a list answer that starts with its rows; the group is the beginning of a row. */
const HEAD = /^\s*\{\s*"(?:items|data)"\s*:\s*\[\s*(\{\s*"\w+"\s*:)/

/**
 * Returns the complete rows in the beginning of a list answer.
 * @returns null if there are none, or if the answer does not start with its rows or needs repairs
 */
export function firstRowsOf(text: string): object[] | null {
  const [, rowStart] = HEAD.exec(text) ?? []
  if (!rowStart) return null
  // A quoted name is never within a text, whose quotes are escaped; within a row, it leaves no valid JSON before it.
  const end = text.lastIndexOf(',', text.lastIndexOf(rowStart))
  try {
    const [rows] = Object.values<unknown[]>(JSON.parse(`${text.slice(0, end)}]}`))
    return rows?.length ? rows.filter(isObject) : null
  } catch {
    return null
  }
}
