/** Edges from the top of the layout viewport, in CSS pixels. */
export interface VerticalStretch {
  top: number
  bottom: number
}

export interface PopupPlace {
  above: boolean
  /** height that is left for it */
  room: number
}

/** Between the field and its list, and between the list and the edge. */
const GAP = 8
/** Three options: with less room below, the side that has more is taken. */
const ENOUGH = 132

/** Where a list opens beside its field. @param seen what the on-screen keyboard leaves of the page */
export function popupPlace(field: VerticalStretch, seen: VerticalStretch): PopupPlace {
  const below = Math.max(0, seen.bottom - field.bottom - GAP)
  const above = Math.max(0, field.top - seen.top - GAP)
  return below >= ENOUGH || below >= above ? { above: false, room: below } : { above: true, room: above }
}
