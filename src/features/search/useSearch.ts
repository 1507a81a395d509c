import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { reportAt } from '../../../contract/reports/reports.ts'
import { cutQuery } from '../../../contract/search/cut-query.ts'
import { parseHighlightQuery } from '../../../contract/search/marks.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { preferences } from '../../lib/preferences.ts'
import type { CardState } from '../report-choice/displayed-table.ts'
import { writeAddress } from '../report-choice/report-address.ts'
import { tableOfCall } from '../report-choice/saved-result-sets.ts'
import { readView, type View, withView } from '../report-choice/view.ts'
import { addRecentTyre, bySize, type Item, itemOf, namesSize } from './found-tyre.ts'
import { type PaletteItem, paletteGroups } from './palette.ts'
import type { SavedPlace } from './saved-messages.ts'
import { useFoundTyres } from './useFoundTyres.ts'

export interface SearchOptions {
  /** route of the report of all prices, which displays all found tyres */
  reportRoute: string
  /** pages and actions that can be found beside tyres */
  palette: readonly PaletteItem[]
  onClose(): void
}

export type Search = ReturnType<typeof useSearch>

/** Returns the layout and the compared prices of the open report; {} on any other page. */
function openView({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Partial<View> {
  const id = reportAt(pathname)
  if (!id) return {}
  const { layout, city, kind, competitors } = readView(new URLSearchParams(search))
  return { layout: layout ?? preferences.layout(id).get(), city, kind, competitors }
}

/** Index change for each arrow key. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Returns the state of the search: text, options and the highlighted one, and the actions that close the dialog and open
 * an option. Options are pages and actions, then tyres, with one index over both from 0.
 * @param id prefix of the options' element ids
 */
export function useSearch({ reportRoute, palette, onClose }: SearchOptions, id: string) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const query = cutQuery(text).trim()
  const sought = useMemo(() => parseHighlightQuery(query), [query])
  const found = useFoundTyres(query)
  const [recent] = useState(preferences.recentTyres.get)
  const isRecent = query === ''
  const listed: Item[] = isRecent ? recent.map((one) => ({ ...one, found: null })) : found.tyres.map(itemOf)
  const tyreGroups = namesSize(query) ? bySize(listed) : [{ size: '', items: listed }]
  const tyres = tyreGroups.flatMap((group) => group.items)
  // Pages and actions precede the tyres, because few texts match both.
  const commandGroups = paletteGroups(palette, query)
  const commands = commandGroups.flatMap((group) => group.items)
  const count = commands.length + tyres.length

  const open = (item: Item) => {
    addRecentTyre(item)
    const place = found.placeOf(item.key)
    const { date, state } = (place && besideTable(place)) ?? { date: null, state: null }
    onClose()
    navigate(cardPath(item.key, { date, city: null, why: null }), { state })
  }
  // Closes the dialog first, because the action may open another dialog or move the focus.
  const run = (item: PaletteItem) => {
    flushSync(onClose)
    item.run()
  }
  // Text for which Enter was pressed too early: its first result is opened once it has loaded.
  const [awaited, setAwaited] = useState<string | null>(null)
  const first = tyres[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once, when what was waited for is there
  useEffect(() => {
    if (awaited === null || found.waiting) return
    setAwaited(null)
    if (awaited === query && first) open(first)
  }, [awaited, found.waiting])

  const [highlight, setHighlight] = useState({ query, index: 0 })
  const highlighted = highlight.query === query ? Math.min(highlight.index, count - 1) : 0
  const optionId = (index: number): string => `${id}-${index}`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      const index = (highlighted + step + count) % count
      setHighlight({ query, index })
      document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const command = commands[highlighted]
    const tyre = tyres[highlighted - commands.length]
    if (command) run(command)
    else if (found.waiting) setAwaited(query)
    else if (tyre) open(tyre)
  }
  const openReport = () => {
    // Day of the found prices; undefined lets the report use its default day.
    const date = found.tyres[0]?.day
    const address = new URLSearchParams({ ...(date && { date }), q: query })
    onClose()
    navigate(`${reportRoute}?${withView(address, openView(location))}`)
  }
  return {
    text,
    setText,
    /** parts of the query that are marked in the found tyres */
    sought,
    found,
    /** whether recently opened tyres are listed, because the text is empty */
    isRecent,
    /** tyres, grouped by size if the text names one */
    tyreGroups,
    tyres,
    commandGroups,
    /** pages and actions */
    commands,
    /** number of options */
    count,
    /** whether the search has finished without a result */
    isNothing: !isRecent && !found.waiting && found.problem === null && count === 0,
    highlighted,
    highlight: (index: number) => setHighlight({ query, index }),
    optionId,
    onKeyDown,
    open,
    run,
    openReport,
  }
}

/** Where a card opens beside the saved table with the tyre, whose row serves offline; null without such a table. */
function besideTable({ path, route, row }: SavedPlace): { date: string; state: CardState } | null {
  const table = tableOfCall(path, route)
  if (!table) return null
  const { report, choice, page } = table
  const search = `?${writeAddress(report, choice, page)}`
  const background = { pathname: report.route, search, hash: '', state: null, key: 'saved' }
  return { date: choice.date, state: { background, row } }
}
