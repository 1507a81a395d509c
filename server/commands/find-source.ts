import type { Source } from '../features/sources/source.ts'
import { OperatorError } from '../platform/operator-error.ts'

/**
 * Finds the source that a person names.
 * @param name title or site of the source, in any case, or the beginning of its id
 * @throws OperatorError if no source matches, or more than one
 */
export function sourceByName(sources: readonly Source[], name: string): Source {
  const wanted = name.toLowerCase()
  const [only, another] = sources.filter(
    ({ id, site, title }) => site === wanted || title.toLowerCase() === wanted || id.startsWith(wanted),
  )
  if (!only) throw new OperatorError(`Источника «${name}» нет; какие есть, покажет npm run sources -- list`)
  if (another) throw new OperatorError(`Источников «${name}» несколько: укажите название или номер`)
  return only
}
