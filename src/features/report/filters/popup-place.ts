/** Vertical range in CSS pixels from the top of the layout viewport. */
export interface VerticalStretch {
  top: number
  bottom: number
}

export interface PopupPlace {
  above: boolean
  /** height available for the list, in CSS pixels */
  room: number
}

/** Gap in CSS pixels between the field and its list, and between the list and the edge of the visible area. */
const GAP = 8
/**
 * Height of three options in CSS pixels. If less is available below the field, the list opens on the side with more
 * space.
 */
const ENOUGH = 132

/**
 * Returns where a field's list opens and its available height.
 * @param seen the area not covered by the on-screen keyboard
 */
export function popupPlace(field: VerticalStretch, seen: VerticalStretch): PopupPlace {
  const below = Math.max(0, seen.bottom - field.bottom - GAP)
  const above = Math.max(0, field.top - seen.top - GAP)
  return below >= ENOUGH || below >= above ? { above: false, room: below } : { above: true, room: above }
}
