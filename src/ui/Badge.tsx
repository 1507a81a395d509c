const count = new Intl.NumberFormat('ru-RU')

interface BadgeProps {
  value: number
  /** larger values are displayed as 'max+', for narrow places */
  max?: number
}

/** Count beside a label; renders nothing for zero. */
export function Badge({ value, max = Number.POSITIVE_INFINITY }: BadgeProps) {
  if (value === 0) return null
  return <span className="badge">{value > max ? `${max}+` : count.format(value)}</span>
}
