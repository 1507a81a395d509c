import { positionText, quoteAround, type TextPosition } from './text-position.ts'

/** First syntax error of a JSON text. */
interface JsonFault {
  at: number
  what: string
}

const SPACE = /\s*/y
const TOKEN = /(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:])/y
const CONTROL = /\p{Cc}/u

/** Returns the index after the closing quote of a string; -1 if it is missing or the line ends first. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) return at + 1
    if (code < 32) return -1
    if (code === 92) at++
  }
  return -1
}

const QUOTE = 'лишняя кавычка, внутри текста её пишут как \\"'
/** Token that may come next. */
type Expected = 'value' | 'item' | 'key' | 'first key' | 'colon' | 'comma'
const MISSING: Readonly<Record<Expected, string>> = {
  value: 'нет значения',
  item: 'нет значения',
  key: 'нет названия поля в кавычках',
  'first key': 'нет названия поля в кавычках',
  colon: 'нет двоеточия после названия поля',
  comma: 'нет запятой между значениями',
}

/**
 * Finds the first syntax error, since JSON.parse reports it in English and often without its position.
 * @returns null if the text is valid up to its end
 */
function findFault(text: string): JsonFault | null {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  let afterString = false
  while (at < text.length) {
    SPACE.lastIndex = at
    SPACE.test(text)
    const start = SPACE.lastIndex
    if (start >= text.length) return null
    const end = text[start] === '"' ? stringEnd(text, start) : -1
    TOKEN.lastIndex = start
    const found = end === -1 ? TOKEN.exec(text) : null
    if (end === -1 && !found)
      return unexpectedText(text, start, expected, afterString && start === at ? at : -1)
    const isString = end !== -1
    const [, value, punctuation] = found ?? []
    const wasString = afterString && start === at
    afterString = isString
    at = isString ? end : TOKEN.lastIndex
    if (expected === 'comma') {
      const top = open.at(-1)
      if (punctuation === ',' && top) expected = top === '{' ? 'key' : 'value'
      else if ((punctuation === '}' && top === '{') || (punctuation === ']' && top === '[')) open.pop()
      else
        return wasString
          ? { at: start - 1, what: QUOTE }
          : { at: start, what: wrongPunctuation(punctuation, top) }
    } else if (expected === 'colon') {
      if (punctuation !== ':')
        return wasString ? { at: start - 1, what: QUOTE } : { at: start, what: MISSING.colon }
      expected = 'value'
    } else if (expected === 'key' || expected === 'first key') {
      if (isString) expected = 'colon'
      else if (punctuation === '}' && expected === 'first key') {
        open.pop()
        expected = 'comma'
      } else return { at: start, what: punctuation === '}' ? 'лишняя запятая' : MISSING.key }
    } else if (isString || value !== undefined) expected = 'comma'
    else if (punctuation === '{' || punctuation === '[') {
      open.push(punctuation)
      expected = punctuation === '{' ? 'first key' : 'item'
    } else if (punctuation === ']' && expected === 'item') {
      open.pop()
      expected = 'comma'
    } else return { at: start, what: punctuation === ']' ? 'лишняя запятая' : MISSING.value }
  }
  return null
}

function wrongPunctuation(punctuation: string | undefined, top: '{' | '[' | undefined): string {
  if (punctuation === '}' || punctuation === ']') return `скобка «${punctuation}» ничего не закрывает`
  if (punctuation === ':') return 'лишнее двоеточие'
  return top === undefined ? 'лишний текст после конца' : MISSING.comma
}

/** @param stringEnd end of a string directly before, -1 if there was none */
function unexpectedText(text: string, at: number, expected: Expected, stringEnd: number): JsonFault | null {
  if (text[at] === '"') {
    const lineEnd = CONTROL.exec(text.slice(at))?.index
    // A string cut off by the end of the text is not a syntax error of its own.
    if (lineEnd === undefined) return stringEnd === -1 ? null : { at: stringEnd - 1, what: QUOTE }
    return { at: at + lineEnd, what: 'перенос строки или кавычка внутри текста' }
  }
  if (stringEnd !== -1) return { at: stringEnd - 1, what: QUOTE }
  return {
    at,
    what: expected === 'value' || expected === 'item' ? 'значение без кавычек' : MISSING[expected],
  }
}

/**
 * Describes the first syntax error of a JSON text and its position: '(строка 1, знак 83): лишняя кавычка … «…KO2
 * 15▸"","price…»'.
 * @returns null if the text is valid up to its end
 */
export function jsonFault(text: string, start?: TextPosition): string | null {
  const fault = findFault(text)
  return (
    fault &&
    `JSON повреждён (${positionText(text, fault.at, start)}): ${fault.what} ${quoteAround(text, fault.at)}`
  )
}
