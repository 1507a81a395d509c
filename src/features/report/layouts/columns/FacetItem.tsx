import { Button } from '../../../../ui/Button.tsx'

/** Whether a value can decrease (`back`) and increase (`on`). */
interface Steps {
  back: boolean
  on: boolean
}

interface FacetItemProps {
  name: string
  shown: boolean
  /** whether the facet can be neither hidden nor moved */
  fixed: boolean
  moves: Steps
  /** whether the width can change; null for a facet without a width */
  widths: Steps | null
  onToggle(): void
  /** @param button the pressed button */
  onMove(by: -1 | 1, button: HTMLElement): void
  onWidth(by: -1 | 1): void
}

/** Controls for the visibility, position and width of one facet. */
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
