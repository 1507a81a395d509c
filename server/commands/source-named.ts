import type { Source } from '../features/sources/source.ts'
import { UsageError } from './command-line.ts'

/**
 * The source that a person means.
 * @param name its title or site, in any case, or the beginning of its id
 * @throws UsageError if there is none, or more than one
 */
export function sourceNamed(sources: readonly Source[], name: string): Source {
  const wanted = name.toLowerCase()
  const [only, another] = sources.filter(
    ({ id, site, title }) => site === wanted || title.toLowerCase() === wanted || id.startsWith(wanted),
  )
  if (!only) throw new UsageError(`Источника «${name}» нет; какие есть, покажет npm run sources -- list`)
  if (another) throw new UsageError(`Источников «${name}» несколько: укажите название или номер`)
  return only
}
