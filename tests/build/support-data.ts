import { createRequire } from 'node:module'
import type { CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'

/** MDN's data, read as JSON: https://github.com/mdn/browser-compat-data */
export const mdn = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** The oldest browsers that README promises, by MDN's names. Edge and Samsung Internet are as old as their Chromium. */
const OLDEST = {
  chrome: 111,
  chrome_android: 111,
  firefox: 115,
  firefox_android: 121,
  safari: 16.4,
  safari_ios: 16.4,
} as const
export type BrowserName = keyof typeof OLDEST

/** A feature that the build uses and an old browser does not have. */
export interface Lack {
  /** name in MDN's data, such as 'URL.canParse' or 'content: alt_text' */
  feature: string
  browsers: BrowserName[]
}

const numberOf = (version: string | false | undefined): number =>
  typeof version === 'string' && version !== 'preview'
    ? Number.parseFloat(version.replace('≤', ''))
    : Infinity

function holds(statement: SimpleSupportStatement, version: number, prefixes: readonly string[]): boolean {
  const { version_added, version_removed, flags, prefix, alternative_name } = statement
  if (flags || alternative_name || (prefix && !prefixes.includes(prefix))) return false
  return numberOf(version_added) <= version && !(numberOf(version_removed || undefined) <= version)
}

/**
 * Returns the browsers that support none of the features.
 * @param features alternatives, because several interfaces may have members of the same name
 * @param prefixes prefixes with which the declaration is repeated
 */
export function lackers(features: readonly Identifier[], prefixes: readonly string[] = []): BrowserName[] {
  const known = features.flatMap(({ __compat }) => (__compat ? [__compat.support] : []))
  if (known.length === 0) return []
  return (Object.entries(OLDEST) as [BrowserName, number][]).flatMap(([browser, version]) => {
    const there = known.some((support) => {
      const statements = [support[browser] ?? []].flat() as SimpleSupportStatement[]
      return statements.some((statement) => holds(statement, version, prefixes))
    })
    return there ? [] : [browser]
  })
}

export const child = (parent: Identifier | undefined, name: string): Identifier | undefined =>
  parent && name !== '__compat' && Object.hasOwn(parent, name)
    ? (parent as Record<string, Identifier>)[name]
    : undefined

export const childrenOf = (parent: Identifier): [string, Identifier][] =>
  Object.entries(parent as Record<string, Identifier>).filter(([name]) => name !== '__compat')

/** Returns each feature once, with all browsers that do not have it. */
export function gathered(lacks: Iterable<Lack>): Lack[] {
  const all = new Map<string, BrowserName[]>()
  for (const { feature, browsers } of lacks) if (browsers.length > 0) all.set(feature, browsers)
  return [...all].sort().map(([feature, browsers]) => ({ feature, browsers }))
}
