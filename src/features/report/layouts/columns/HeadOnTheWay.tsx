import type { HeadDrag as OnTheWay } from './useHeadDrag.ts'
import './columns.css'

/** Copy of a dragged column head beside the pointer, and a line at its drop position. */
export function HeadOnTheWay({ name, x, y, line }: OnTheWay) {
  return (
    <div className="column-dragging">
      {line && <div className="column-guide" style={line} />}
      <div className="column-head" style={{ left: x, top: y }}>
        {name}
      </div>
    </div>
  )
}
