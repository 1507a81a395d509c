const count = new Intl.NumberFormat('ru-RU')

interface BadgeProps {
  value: number
  /** above this it is told as 'max+', where there is room for so much only */
  max?: number
}

/** A count beside a label; nothing at all when it is zero. */
export function Badge({ value, max = Number.POSITIVE_INFINITY }: BadgeProps) {
  if (value === 0) return null
  return <span className="badge">{value > max ? `${max}+` : count.format(value)}</span>
}
