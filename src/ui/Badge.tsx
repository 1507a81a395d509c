const count = new Intl.NumberFormat('ru-RU')

interface BadgeProps {
  value: number
  /** maximum displayed value; larger ones are displayed as 'max+', for narrow places */
  max?: number
}

/** Count displayed next to a label; renders nothing for 0. */
export function Badge({ value, max = Number.POSITIVE_INFINITY }: BadgeProps) {
  if (value === 0) return null
  return <span className="badge">{value > max ? `${max}+` : count.format(value)}</span>
}
