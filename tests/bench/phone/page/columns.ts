type Prices = Readonly<Record<string, number | null>>

/** A row as the server sends it. */
export interface WireRow {
  tires_specs: Readonly<Record<string, string>>
  /** by city, site and warehouse */
  cities: Readonly<Record<string, Readonly<Record<string, { warehouses: Readonly<Record<string, Prices>> }>>>>
}

interface ColumnDefinition {
  headerName: string
  width: number
  pinned?: 'left' | null
  valueGetter(params: { data: WireRow | undefined }): string | number | null | undefined
}

interface GroupDefinition {
  headerName: string
  children: ColumnDefinition[]
}

type Columns = (ColumnDefinition | GroupDefinition)[]

const SPECS: Readonly<Record<string, string>> = { name: 'Название', brand: 'Бренд', article: 'Артикул' }
const PRICES: Readonly<Record<string, string>> = { retail: 'Розница', opt: 'Опт', rest: 'Остаток' }

/**
 * Returns the columns of all attributes and places that the rows have. Each city, site and warehouse has a column with
 * its name before its prices, as in the report.
 */
export function columnsOf(rows: readonly WireRow[]): Columns {
  const specs = new Set<string>()
  const places = new Map<string, GroupDefinition>()
  const add = (place: string, headerName: string, column: Omit<ColumnDefinition, 'width'>) => {
    const group = places.get(place) ?? { headerName, children: [] }
    if (!places.has(place)) places.set(place, group)
    if (group.children.some((other) => other.headerName === column.headerName)) return
    group.children.push({ width: 140, ...column })
  }
  for (const { tires_specs, cities } of rows) {
    for (const name of Object.keys(tires_specs)) if (tires_specs[name]) specs.add(name)
    for (const [city, sites] of Object.entries(cities)) {
      add(city, city, { headerName: 'Город', valueGetter: ({ data }) => data?.cities[city] && city })
      for (const [url, { warehouses }] of Object.entries(sites)) {
        const site = new URL(url).hostname
        add(`${city} ${url}`, `${city} · ${site}`, {
          headerName: 'Сайт',
          valueGetter: ({ data }) => data?.cities[city]?.[url] && site,
        })
        for (const [warehouse, prices] of Object.entries(warehouses)) {
          const [place, title] = [`${city} ${url} ${warehouse}`, `${city} · ${site} · ${warehouse}`]
          const pricesOf = (data: WireRow | undefined) => data?.cities[city]?.[url]?.warehouses[warehouse]
          add(place, title, {
            headerName: 'Склад',
            valueGetter: ({ data }) => pricesOf(data) && warehouse,
          })
          for (const price of Object.keys(prices)) {
            if (prices[price] === null) continue
            add(place, title, {
              headerName: PRICES[price] ?? price,
              valueGetter: ({ data }) => pricesOf(data)?.[price],
            })
          }
        }
      }
    }
  }
  const attributes = [...specs].map((name) => ({
    headerName: SPECS[name] ?? name,
    pinned: name === 'name' ? ('left' as const) : null,
    width: 140,
    valueGetter: ({ data }: { data: WireRow | undefined }) => data?.tires_specs[name],
  }))
  return [...attributes, ...places.values()]
}
