import { normaliseArticle } from '../../contract/tyre/tyre-key.ts'
import type { TyreSpecs } from './offer.ts'
import { tyreModel } from './tyre-model.ts'

/**
 * Returns the identity of a record. Two records with equal identity are the same tyre. It is the manufacturer's
 * article, however spelled; without one, brand, model, size and indices; and if any of these is unknown, brand and
 * name verbatim (decision 14).
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
