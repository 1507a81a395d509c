import { normaliseArticle } from '../../contract/tyre/tyre-key.ts'
import type { TyreSpecs } from './offer.ts'
import { tyreModel } from './tyre-model.ts'

/**
 * Returns the identity of a record's tyre; records with equal identity describe the same tyre. It is the normalised
 * article number of the manufacturer; without one, brand, model, size and indices; if one of these is unknown, brand
 * and full name (decision 14).
 */
export function tyreIdentity(specs: TyreSpecs): string {
  const article = normaliseArticle(specs.article)
  if (article !== '') return article
  const model = tyreModel(specs)
  if (model) return `${model.key}|${model.details}`
  return `${fold(specs.brand)}|${fold(specs.name)}`
}

export const hasArticle = (specs: TyreSpecs): boolean => normaliseArticle(specs.article) !== ''

const fold = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ').trim()
