import { Link } from 'react-router-dom'
import type { CoverageAnswer } from '../../../contract/matching/matching.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { formatCount } from './texts.ts'

export type SiteCoverage = CoverageAnswer['sites'][number]

/**
 * How many of a site's listings are matched (specification 21.7), without those that are left out of the figures. The
 * number of waiting ones links to their queue.
 */
export function CoverageLine({ site }: { site: SiteCoverage }) {
  const { own, listings, matched, waiting, alone, excluded } = site
  return (
    <p className="source-coverage">
      Сопоставлено {formatCount(matched)} из {formatCount(listings - excluded)}
      {waiting > 0 && (
        <>
          , <Link to={ROUTES.matching}>{`на проверке\u00a0${formatCount(waiting)}`}</Link>
        </>
      )}
      {alone > 0 && `, только у ${own ? 'нас' : 'них'}\u00a0${formatCount(alone)}`}
    </p>
  )
}
