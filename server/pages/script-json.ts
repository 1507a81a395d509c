import { jsonFault } from '../import/readers/json-fault.ts'
import { parseRepaired } from '../import/readers/repair-json.ts'
import { decodeEntities } from '../import/readers/xml-text.ts'

/** JSON documents of a script. */
export interface ScriptJson {
  values: unknown[]
  /** first fault that hides a document, in Russian; '' without one */
  fault: string
}

/** Longest script in characters. */
const MAX_CHARS = 5_000_000
/** Maximum number of documents of one script. */
const MAX_DOCUMENTS = 100

/**
 * Reads the JSON of a script as shops write it: within an HTML comment or CDATA, with comments, HTML entities, line
 * breaks and bare quotes inside texts, and with several documents one after the other.
 */
export function readScriptJson(text: string): ScriptJson {
  if (text.length > MAX_CHARS) return { values: [], fault: 'длиннее 5 000 000 знаков' }
  const bare = withoutWrapping(text.trim())
  if (bare === '') return { values: [], fault: '' }
  try {
    return { values: [JSON.parse(bare) as unknown], fault: '' }
  } catch {
    const read = readDocuments(bare)
    if (read.values.length > 0 || !QUOTE_ENTITY.test(bare)) return read
    const decoded = readDocuments(decodeEntities(decodeEntities(bare)))
    return decoded.values.length > 0 ? decoded : read
  }
}

const QUOTE_ENTITY = /&(?:amp;)?(?:quot|#34|#x22);/i
const OPENING = /^(?:<!--|(?:\/\/|\/\*)?\s{0,9}<!\[CDATA\[(?:\s{0,9}\*\/)?)/
const CLOSING = /(?:-->|(?:\/\/|\/\*)?\s{0,9}\]\]>(?:\s{0,9}\*\/)?)$/
/** Number of characters at the end of a script that can close its wrapping. */
const CLOSING_CHARS = 40

function withoutWrapping(text: string): string {
  const end = CLOSING.exec(text.slice(-CLOSING_CHARS))?.[0].length ?? 0
  return text.slice(OPENING.exec(text)?.[0].length ?? 0, text.length - end).trim()
}

function readDocuments(text: string): ScriptJson {
  const values: unknown[] = []
  let fault = ''
  for (const document of documentsIn(text)) {
    try {
      values.push(parseRepaired(document))
    } catch {
      fault ||= jsonFault(document) ?? 'JSON обрывается'
    }
    if (values.length === MAX_DOCUMENTS) break
  }
  return { values, fault: values.length === 0 && fault === '' ? 'это не JSON' : fault }
}

/** Token outside of strings: a quote, a bracket, or a comment. */
const TOKEN = /"|[{}[\]]|\/\/|\/\*|<!--/g
const COMMENT_ENDS: Readonly<Record<string, string>> = { '//': '\n', '/*': '*/', '<!--': '-->' }

/** Yields the objects and arrays of a text, without comments and with their strings as JSON demands. */
function* documentsIn(text: string): Generator<string> {
  const open: string[] = []
  let document = ''
  let from = 0
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const [token] = found
    const at = found.index
    const isInside = open.length > 0
    const commentEnd = COMMENT_ENDS[token]
    let next = at + token.length
    if (isInside) document += text.slice(from, at)
    if (commentEnd !== undefined) {
      const end = text.indexOf(commentEnd, next)
      next = end === -1 ? text.length : end + commentEnd.length
    } else if (token === '"') {
      const string = isInside ? stringAt(text, next, open.at(-1) as string) : undefined
      if (string) {
        document += string.json
        next = string.end
      }
    } else {
      if (token === '{' || token === '[') open.push(token)
      else open.pop()
      if (isInside || open.length > 0) document += token
      if (isInside && open.length === 0) {
        yield document
        document = ''
      }
    }
    from = next
    TOKEN.lastIndex = next
  }
  if (open.length > 0) yield document + text.slice(from)
}

const SPECIAL = /["\\\p{Cc}]/gu
const ESCAPED = /["\\/bfnrtu]/

/**
 * Reads a string whose opening quote is before `from`. A quote that nothing valid follows is an inch mark or the like.
 * @param container bracket around the string
 */
function stringAt(text: string, from: number, container: string): { json: string; end: number } {
  let json = '"'
  let at = from
  SPECIAL.lastIndex = from
  for (let found = SPECIAL.exec(text); found; found = SPECIAL.exec(text)) {
    const { 0: sign, index } = found
    json += text.slice(at, index)
    at = index + 1
    if (sign === '"') {
      if (endsAt(text, at, container)) return { json: `${json}"`, end: at }
      json += '\\"'
    } else if (sign !== '\\') json += ' '
    else if (ESCAPED.test(text[at] ?? '')) {
      json += `\\${text[at]}`
      at++
    }
    SPECIAL.lastIndex = at
  }
  return { json: json + text.slice(at), end: text.length }
}

const SIGN = /\S/g

/** Returns the index of the next character that is no space; the text's length without one. */
function nextSign(text: string, at: number): number {
  SIGN.lastIndex = at
  return SIGN.exec(text)?.index ?? text.length
}

/** Returns whether a string can end before `at`: something follows that may stand behind a string in its container. */
function endsAt(text: string, at: number, container: string): boolean {
  const index = nextSign(text, at)
  if (index === text.length || /[:}\]]|\/[/*]/y.test(text.slice(index, index + 2))) return true
  if (text[index] !== ',') return false
  const next = text[nextSign(text, index + 1)] ?? ''
  return container === '{' ? /["}/]/.test(next) : /["{[\]\dtfn/-]/.test(next)
}
