import type { Mark } from '../../market/rank.ts'

const SIGNS = {
  lowest: { sign: '▾', name: 'самая низкая' },
  highest: { sign: '▴', name: 'самая высокая' },
} as const

/** Marks the lowest and the highest price of a tyre by a sign, not by colour alone. */
export function SiteMark({ mark }: { mark: Mark }) {
  if (mark === null) return null
  const { sign, name } = SIGNS[mark]
  return (
    <span role="img" className={`site-${mark}`} aria-label={name} title={name}>
      {sign}
    </span>
  )
}

const OUT = 'нет в наличии'

export function OutOfStock() {
  return (
    <span role="img" className="site-out" aria-label={OUT} title={OUT}>
      ○
    </span>
  )
}
