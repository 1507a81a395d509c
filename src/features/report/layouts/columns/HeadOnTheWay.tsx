import type { HeadOnTheWay as OnTheWay } from './useHeadDrag.ts'
import './columns.css'

/** A head that is dragged, beside the pointer, and the line where it would come to stand. */
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
