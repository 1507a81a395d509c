import { useState } from 'react'
import type { OwnStanding, Today } from '../../../../contract/dashboard/today.ts'
import { preferences } from '../../../lib/preferences.ts'
import { DayLine } from './DayLine.tsx'
import { standingPath, type TileLink } from './links.ts'
import { CountRow, Tile } from './Tile.tsx'

const LABELS: readonly (readonly [TileLink, string])[] = [
  ['above', 'Дороже медианы'],
  ['at', 'По медиане'],
  ['below', 'Дешевле медианы'],
  ['cheapest', 'Дешевле всех'],
]

interface OwnTileProps extends Pick<Today, 'own'> {
  day: string
}

/** Tile with the number of tyres by market position of the own price in a city (specification 2.15). */
export function OwnTile({ day, own }: OwnTileProps) {
  const [wished, setWished] = useState(() => preferences.marketCity.get() ?? ALL)
  const cities = [...new Set(own.map(({ city }) => city))]
  const city = cities.find((one) => one === wished) ?? cities[0]
  // Prefers retail prices if the city has both kinds.
  const standing = ofKind(own, city, 'retail') ?? ofKind(own, city, 'wholesale')
  const keep = (next: string) => preferences.marketCity.set(next === ALL ? null : next)
  const choose = (next: string) => {
    keep(next)
    setWished(next)
  }
  const title = standing?.kind === 'wholesale' ? 'Наши оптовые цены' : 'Наши цены'
  return (
    <Tile
      title={title}
      choice={
        cities.length > 1 ? (
          <select aria-label="Город" value={city} onChange={({ target }) => choose(target.value)}>
            {cities.toSorted(byAlphabet).map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </select>
        ) : (
          <span className="today-city">{city !== undefined && nameOf(city)}</span>
        )
      }
      foot={standing && <DayLine counts={standing.dearer} />}
    >
      {standing ? (
        LABELS.map(([place, label]) => (
          <CountRow
            key={place}
            label={label}
            value={standing[place]}
            to={standingPath(day, standing, place)}
            // Stores the city, because the market layout would otherwise display the last one that was selected in it.
            onFollow={() => keep(standing.city)}
          />
        ))
      ) : (
        <p className="today-words">
          Сравнивать нечего: за этот день нет наших цен на шины, которые есть у конкурентов. Нужен прайс-лист
          своего сайта.
        </p>
      )}
    </Tile>
  )
}

/** Option value for all cities together. */
const ALL = ''
const nameOf = (city: string): string => (city === ALL ? 'Все города' : city)

const ofKind = (own: Today['own'], city: string | undefined, kind: OwnStanding['kind']) =>
  own.find((one) => one.city === city && one.kind === kind)

const byAlphabet = new Intl.Collator('ru').compare
