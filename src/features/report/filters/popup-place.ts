/** Top and bottom edge from the top of the layout viewport, in CSS pixels. */
export interface VerticalStretch {
  top: number
  bottom: number
}

export interface PopupPlace {
  above: boolean
  /** height available, in CSS pixels */
  room: number
}

/** Gap between field and list, and between list and edge, in CSS pixels. */
const GAP = 8
/** Height of three options in CSS pixels: with less room below, the larger side is used. */
const ENOUGH = 132

/** Computes where a field's list opens. @param seen the area not covered by the on-screen keyboard */
export function popupPlace(field: VerticalStretch, seen: VerticalStretch): PopupPlace {
  const below = Math.max(0, seen.bottom - field.bottom - GAP)
  const above = Math.max(0, field.top - seen.top - GAP)
  return below >= ENOUGH || below >= above ? { above: false, room: below } : { above: true, room: above }
}
