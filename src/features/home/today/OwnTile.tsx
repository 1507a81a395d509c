import type { OwnStanding, Today } from '../../../../contract/dashboard/today.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { useIsPhone } from '../../../ui/compact.ts'
import { CountRow, DayLine, Tile } from './Tile.tsx'
import { standingPath, type TileLink } from './tile-links.ts'

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
  const phone = useIsPhone()
  const cities = [...new Set(own.map(({ city }) => city))]
  const standing = standingIn(own, useStore(preferences.marketCity))
  const keep = (city: string) => preferences.marketCity.set(storedCity(city))
  const title = standing?.kind === 'wholesale' ? 'Наши оптовые цены' : 'Наши цены'
  return (
    <Tile
      title={title}
      choice={
        cities.length > 1 ? (
          <select aria-label="Город" value={standing?.city} onChange={({ target }) => keep(target.value)}>
            {cities.toSorted(byAlphabet).map((one) => (
              <option key={one} value={one}>
                {cityName(one)}
              </option>
            ))}
          </select>
        ) : (
          <span className="today-city text-13 text-muted">{standing && cityName(standing.city)}</span>
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
            to={standingPath(day, standing, place, phone)}
            // Stores the city, because the layout would otherwise display the last one that was selected.
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

const byAlphabet = new Intl.Collator('ru').compare

/** City of the standing of all cities together. */
const ALL = ''

export const cityName = (city: string): string => (city === ALL ? 'Все города' : city)

/** Returns the city to store as the one that the user compares; null for all cities. */
export const storedCity = (city: string): string | null => (city === ALL ? null : city)

/** Returns the standing in the compared city (null for all), or the one with most tyres; retail before wholesale. */
export function standingIn(own: Today['own'], city: string | null): Today['own'][number] | undefined {
  const place = own.find((one) => one.city === (city ?? ALL))?.city ?? own[0]?.city
  const ofKind = (kind: OwnStanding['kind']) => own.find((one) => one.city === place && one.kind === kind)
  return ofKind('retail') ?? ofKind('wholesale')
}
