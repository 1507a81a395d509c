import { matchesWhole } from './wildcard.ts'

/** Result of the receiving server's checks of a mail's sender. */
export interface SenderCheck {
  /** name of the server (authserv-id); '' without a statement */
  checkedBy: string
  /** checks of the sender's domain that passed: 'DKIM', 'SPF', 'DMARC' */
  passed: string[]
}

/** Property that names the domain of each check that passed. */
const DOMAINS: Readonly<Record<string, readonly string[]>> = {
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom'],
  dmarc: ['header.from'],
}

/**
 * Reads the results of the checks of a mail's sender (RFC 8601). Only the topmost header of a server counts: the
 * receiving server adds its own above those that came with the mail.
 * @param headers values of the headers Authentication-Results, topmost first
 * @param domain domain of the sender's address
 * @param server pattern of the name of the server to believe; '' for the topmost one
 */
export function readProof(headers: readonly string[], domain: string, server: string): SenderCheck {
  for (const header of headers) {
    const statement = parse(header)
    if (!statement || (server !== '' && !matchesWhole(server, statement.server))) continue
    const passed = new Set<string>()
    const failed = new Set<string>()
    for (const { method, result, properties } of statement.results) {
      const [of] = (DOMAINS[method] ?? []).flatMap((name) => properties.get(name) ?? [])
      if (result !== 'pass') failed.add(`${method} ${of === undefined || isAligned(of, domain)}`)
      else if (of !== undefined && isAligned(of, domain)) passed.add(method)
    }
    // Two results of one check mean that the sender may have written one of them.
    const proved = [...passed].filter((method) => !failed.has(`${method} true`))
    return { checkedBy: statement.server, passed: proved.map((method) => method.toUpperCase()) }
  }
  return { checkedBy: '', passed: [] }
}

/** Returns whether a check of one domain proves the other: the same one, or one below the other (RFC 7489 §3.1). */
function isAligned(checked: string, domain: string): boolean {
  const [one, two] = [checked.slice(checked.lastIndexOf('@') + 1).toLowerCase(), domain.toLowerCase()]
  const [short, long] = one.length < two.length ? [one, two] : [two, one]
  return short.includes('.') && (long === short || long.endsWith(`.${short}`))
}

interface Statement {
  server: string
  results: { method: string; result: string; properties: Map<string, string> }[]
}

function parse(header: string): Statement | undefined {
  const [[server] = [], ...results] = sections(header)
  if (server === undefined) return undefined
  return {
    server,
    results: results.flatMap(([first = '', ...others]) => {
      const [, method = '', result = ''] = /^([a-z-]+)(?:\/\d+)?=([a-z]+)$/i.exec(first) ?? []
      if (method === '') return []
      const properties = new Map<string, string>()
      for (const one of others) {
        const [, name = '', value = ''] = /^([a-z]+\.[a-z-]+)=(.+)$/is.exec(one) ?? []
        if (!properties.has(name.toLowerCase())) properties.set(name.toLowerCase(), value)
      }
      return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties }]
    }),
  }
}

/**
 * Splits a header at ';' into words. Comments are dropped, and quoted texts belong to their word: senders choose parts
 * of both. A quoted text in a comment ends no comment, because servers quote a sender's address there.
 */
function sections(header: string): string[][] {
  const found: string[][] = [[]]
  let word = ''
  let depth = 0
  let isQuoted = false
  const endWord = () => {
    if (word !== '') found.at(-1)?.push(word)
    word = ''
  }
  for (let i = 0; i < header.length; i++) {
    const sign = header[i] as string
    if (sign === '\\' && (isQuoted || depth > 0)) {
      i++
      if (depth === 0) word += header[i] ?? ''
    } else if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) {
      if (depth === 0) word += sign
    } else if (sign === '(') depth++
    else if (depth > 0) {
      if (sign === ')') depth--
    } else if (sign === ';') {
      endWord()
      found.push([])
    } else if (/\s/.test(sign)) endWord()
    else word += sign
  }
  endWord()
  // "a = b" is written with and without spaces.
  return found.map((words) => joinedEquals(words))
}

function joinedEquals(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.at(-1)
    if (before !== undefined && (word.startsWith('=') || before.endsWith('=')))
      joined[joined.length - 1] = before + word
    else joined.push(word)
  }
  return joined
}
