import { Button } from '../../../../ui/Button.tsx'

/** Directions in which a value can change. */
interface Steps {
  back: boolean
  on: boolean
}

interface FacetItemProps {
  name: string
  shown: boolean
  /** it cannot be hidden */
  fixed: boolean
  moves: Steps
  /** null for a facet without a width */
  widths: Steps | null
  onToggle(): void
  /** @param button the pressed one */
  onMove(by: -1 | 1, button: HTMLElement): void
  onWidth(by: -1 | 1): void
}

/** One facet of the columns: visibility, position and width. */
export function FacetItem({ name, shown, fixed, moves, widths, onToggle, onMove, onWidth }: FacetItemProps) {
  return (
    <li className="column-item">
      {fixed ? (
        <span className="column-fixed">{name}</span>
      ) : (
        <label>
          <input type="checkbox" checked={shown} onChange={onToggle} />
          <span>{name}</span>
        </label>
      )}
      {widths && (
        <>
          <Button
            variant="quiet"
            aria-label={`Уже: ${name}`}
            blocked={!widths.back}
            onClick={() => onWidth(-1)}
          >
            −
          </Button>
          <Button
            variant="quiet"
            aria-label={`Шире: ${name}`}
            blocked={!widths.on}
            onClick={() => onWidth(1)}
          >
            +
          </Button>
        </>
      )}
      {!fixed && (
        <>
          <Button
            variant="quiet"
            aria-label={`Раньше: ${name}`}
            blocked={!moves.back}
            onClick={({ currentTarget }) => onMove(-1, currentTarget)}
          >
            ↑
          </Button>
          <Button
            variant="quiet"
            aria-label={`Позже: ${name}`}
            blocked={!moves.on}
            onClick={({ currentTarget }) => onMove(1, currentTarget)}
          >
            ↓
          </Button>
        </>
      )}
    </li>
  )
}
