import { PaletteOption } from './PaletteOption.tsx'
import { Suggestion } from './Suggestion.tsx'
import type { Search } from './useSearch.ts'

/**
 * Listbox of the search: pages and actions, then tyres.
 * @param id element id of the list, which the combobox controls
 */
export function SearchResults({ search, id }: { search: Search; id: string }) {
  const { isRecent, found, commandGroups, commands, tyreGroups, sought, highlighted, optionId } = search
  return (
    <div
      id={id}
      className="search-list"
      role="listbox"
      aria-label={isRecent ? 'Недавние' : 'Найденные шины'}
      aria-busy={found.waiting}
    >
      {commandGroups.map(({ name, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
        <div key={name} role="group" aria-label={name}>
          <div className="search-size" aria-hidden="true">
            {name}
          </div>
          {items.map((item) => {
            const index = commands.indexOf(item)
            return (
              <PaletteOption
                key={item.key}
                id={optionId(index)}
                item={item}
                highlighted={index === highlighted}
                onHover={() => search.highlight(index)}
                onChoose={() => search.run(item)}
              />
            )
          })}
        </div>
      ))}
      {tyreGroups.map(({ size, items }, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
        <div key={size} role="group" aria-label={size || 'Шины'}>
          {(size !== '' || (commands.length > 0 && items.length > 0)) && (
            <div className="search-size" aria-hidden="true">
              {size || 'Шины'}
            </div>
          )}
          {items.map((item, n) => {
            const before = tyreGroups.slice(0, at).reduce((sum, group) => sum + group.items.length, 0)
            const index = commands.length + before + n
            return (
              <Suggestion
                key={item.key}
                id={optionId(index)}
                item={item}
                sought={sought}
                highlighted={index === highlighted}
                onHover={() => search.highlight(index)}
                onChoose={() => search.open(item)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}
