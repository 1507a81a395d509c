import { useState } from 'react'
import type { SiteMoves, Today } from '../../../../contract/dashboard/today.ts'
import type { IsOwnSite } from '../../../../contract/reports/columns.ts'
import type { Move } from '../../../../contract/reports/moves.ts'
import { countText } from '../../../ui/plural.ts'
import { DayLine } from './DayLine.tsx'
import { movesPath } from './links.ts'
import { Count, Tile } from './Tile.tsx'

/** Maximum number of listed sites (ROWS). If there are more, NAMED of them are listed above the number of the rest. */
const [ROWS, NAMED] = [4, 3]

export interface SiteMovesTileProps extends Pick<Today, 'sites' | 'moved'> {
  day: string
  /** whether the server compares any two days and can filter by kind of price change (specification 4.30) */
  compares: boolean
  isOwnSite: IsOwnSite
}

/**
 * Tile with the numbers of price rises and falls since the previous day by site. Competitors come before own sites;
 * each group is sorted by the number of changes.
 */
export function SiteMovesTile({ day, sites, moved, compares, isOwnSite }: SiteMovesTileProps) {
  const [isOpen, setOpen] = useState(false)
  const sorted = sites.toSorted(
    (a, b) => Number(isOwnSite(a.site)) - Number(isOwnSite(b.site)) || b.up + b.down - a.up - a.down,
  )
  const named = isOpen ? sorted : sorted.slice(0, sites.length > ROWS ? NAMED : ROWS)
  const rest = sites.length - named.length
  const to = (site: SiteMoves, move: Move) => movesPath(day, site, compares ? move : null)
  return (
    <Tile title="Изменения цен" foot={<DayLine counts={moved} />} scrolls={isOpen}>
      {sites.length === 0 && (
        <p className="today-words">Сравнить пока не с чем: нужны цены ещё хотя бы за один день.</p>
      )}
      {named.map((site) => (
        <p key={site.site} className="today-row">
          <span title={site.site}>{site.site}</span>
          <span className="flex gap-4">
            <Count
              value={site.up}
              to={to(site, 'up')}
              label={`${site.site}, подорожали`}
              className="today-up"
            />
            <Count
              value={site.down}
              to={to(site, 'down')}
              label={`${site.site}, подешевели`}
              className="today-down"
            />
          </span>
        </p>
      ))}
      {rest > 0 && (
        <button type="button" className="today-row" onClick={() => setOpen(true)}>
          <span>и ещё {countText(rest, ['сайт', 'сайта', 'сайтов'])}</span>
        </button>
      )}
    </Tile>
  )
}
