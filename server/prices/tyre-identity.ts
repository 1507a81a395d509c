import type { TyreSpecs } from './offer.ts'
import { tyreModel } from './tyre-model.ts'

/**
 * What makes two records the same tyre: the manufacturer's article, whatever its spelling; where a source gives none, brand,
 * model, size and indices; and where these are not all known, brand and name as they are written.
 */
export function tyreIdentity(specs: TyreSpecs): string {
  const article = foldedArticle(specs)
  if (article !== '') return article
  const model = tyreModel(specs)
  if (model) return `${model.key}|${model.details}`
  return `${fold(specs.brand)}|${fold(specs.name)}`
}

export const hasArticle = (specs: TyreSpecs): boolean => foldedArticle(specs) !== ''

/** The article without what its spellings differ in; '' where there is none. */
const foldedArticle = ({ article }: TyreSpecs): string => article.toUpperCase().replace(/[\s.\-/]/g, '')

const fold = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ').trim()
