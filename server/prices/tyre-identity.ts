import type { TyreSpecs } from './offer.ts'

/**
 * What makes two sites' records the same tyre: the manufacturer's article, whatever its spelling, or where a source
 * gives none, brand and name.
 */
export function tyreIdentity(specs: TyreSpecs): string {
  const article = specs.article.toUpperCase().replace(/[\s.\-/]/g, '')
  return article === '' ? `${fold(specs.brand)}|${fold(specs.name)}` : article
}

const fold = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ').trim()
