import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

type Filters<Name extends string> = Readonly<Record<Name, string>>

/**
 * Filters of a page in its URL, so that links, reloading and 'back' preserve them; '' for no filter.
 * @param names parameters of the URL, in a constant
 */
export function useAddressFilters<Name extends string>(
  names: readonly Name[],
): [Filters<Name>, (filters: Filters<Name>) => void] {
  const [query, setQuery] = useSearchParams()
  const address = query.toString()
  const filters = useMemo(() => {
    const given = new URLSearchParams(address)
    return Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])) as Filters<Name>
  }, [address, names])
  const choose = (chosen: Filters<Name>) =>
    setQuery(Object.entries<string>(chosen).filter(([, value]) => value !== ''))
  return [filters, choose]
}
