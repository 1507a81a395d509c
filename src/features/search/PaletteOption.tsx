import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { ListOption, type ListOptionProps } from './ListOption.tsx'
import type { PaletteItem } from './palette.ts'

/** Option for a page or an action, with its shortcut. */
export function PaletteOption({ item, ...option }: ListOptionProps & { item: PaletteItem }) {
  return (
    <ListOption {...option} className="search-palette">
      <span>{item.label}</span>
      {item.keys !== '' && (
        <span className="flex gap-4 text-muted" aria-hidden="true">
          <KeyCaps keys={item.keys} />
        </span>
      )}
    </ListOption>
  )
}
