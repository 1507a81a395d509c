import type { Mark } from '../../market/rank.ts'

const SIGNS = {
  lowest: { sign: '▾', name: 'самая низкая' },
  highest: { sign: '▴', name: 'самая высокая' },
} as const

/** Sign that marks the lowest or the highest price of a tyre; colour alone would not be accessible. */
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
    <span role="img" className="site-out text-muted" aria-label={OUT} title={OUT}>
      ○
    </span>
  )
}
