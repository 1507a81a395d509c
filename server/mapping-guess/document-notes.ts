import { decodeText } from './encoding.ts'
import type { FileHead } from './file-head.ts'

/** Part of a document before its records that is looked at. */
const HEAD_CHARS = 6_000
const MOST_NOTES = 50
/** Members that are never about prices. */
const CONTACTS = /^(?:url|link|site|email|phone|version|date)$/i
/** Members and elements that name the shop, not the prices. */
const NAMES =
  /^(?:name|company|url|link|site|platform|agency|email|phone|version|date|title|shop|наименование)$/i

/** Returns the texts of a document beside its records: 'currency: KZT', 'priceList: Оптовый', the root's attributes. */
export function documentNotes({ bytes, format, whole }: FileHead): string[] {
  if (format !== 'json' && format !== 'xml' && format !== 'commerceml') return []
  const { text } = decodeText(bytes, whole)
  const notes = format === 'json' ? notesOfJson(text) : notesOfXml(text)
  if (format === 'commerceml' && /<УчтеноВСумме>\s*false/i.test(text))
    notes.push('Цены без НДС (УчтеноВСумме)')
  return notes.slice(0, MOST_NOTES)
}

/** Takes the members before the first array, and those behind the last one. */
function notesOfJson(text: string): string[] {
  const array = text.indexOf('[')
  if (!/^\s*\{/.test(text) || array === -1) return []
  const around = `${text.slice(0, Math.min(array, HEAD_CHARS))} ${text.slice(text.lastIndexOf(']')).slice(0, HEAD_CHARS)}`
  const members = /"([^"\\]{1,60})"\s{0,9}:\s{0,9}(?:"([^"\\]{1,300})"|(-?\d[\d.]{0,20}|true|false))/g
  return pairs(around.matchAll(members), CONTACTS)
}

/** Takes the attributes of the first elements, and the elements without others in them before the first record. */
function notesOfXml(text: string): string[] {
  const head = text
    .slice(0, HEAD_CHARS)
    .replace(/<!--[\s\S]*?-->|<\?[^?]*\?>/g, '')
    .replace(/<(currencies|categories)[\s>][\s\S]*$/, '')
  const [root = ''] = /<[^<>?!]{1,2000}>/.exec(head) ?? []
  const name = /^<([\p{L}\w:.-]{1,60})/u.exec(root)?.[1] ?? ''
  const comments = [...text.slice(0, HEAD_CHARS).matchAll(/<!--([\s\S]{1,500}?)-->/g)].map(([, words = '']) =>
    words.trim(),
  )
  return [
    name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
    ...comments,
    ...pairs(root.matchAll(/([\p{L}\w:.-]{1,60})\s{0,3}=\s{0,3}"([^"]{1,300})"/gu)),
    ...pairs(head.slice(0, firstRecord(head)).matchAll(/<([\p{L}\w:.-]{1,60})>([^<>]{1,300})<\//gu)),
  ].filter((note) => note !== '')
}

/** Returns where an element begins that has been there before: the second record. */
function firstRecord(head: string): number {
  const seen = new Map<string, number>()
  const [, ...elements] = head.matchAll(/<([\p{L}\w:.-]{1,60})[\s>]/gu)
  for (const { 1: name = '', index } of elements) {
    const first = seen.get(name)
    if (first !== undefined) return first
    seen.set(name, index)
  }
  return head.length
}

const pairs = (found: Iterable<RegExpExecArray>, isLeftOut = NAMES): string[] =>
  [...found].flatMap(([, name = '', text, other]) =>
    isLeftOut.test(name) ? [] : [`${name}: ${text ?? other ?? ''}`],
  )
