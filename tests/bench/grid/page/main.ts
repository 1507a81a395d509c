import 'react-dom/client'
import './page.css'
import { madeUpPage } from './made-up-data.ts'
import { countNodes, type Figures, measureFirstPaint, measureScroll } from './measure.ts'
import type { Variant } from './variant.ts'

declare global {
  interface Window {
    /** resolves with the figures when all measurements are complete */
    figures: Promise<Figures>
  }
}

const VARIANTS: Readonly<Record<string, () => Promise<{ variant: Variant }>>> = {
  grid: () => import('./grid-variant.tsx'),
  plain: () => import('./plain-variant.tsx'),
  ag: () => import('./ag-variant.ts'),
}

async function run(): Promise<Figures> {
  const query = new URLSearchParams(location.search)
  const load = VARIANTS[query.get('variant') ?? 'grid']
  const root = document.querySelector<HTMLElement>('#root')
  if (!load || !root) throw new Error('no such variant')
  const { variant } = await load()
  const draw = variant.prepare(
    madeUpPage(query.get('report') === 'price-changes' ? 'price-changes' : 'retail-stats'),
    root,
  )
  // Waits until the page's own start has finished.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const firstPaint = await measureFirstPaint(draw, variant, root)
  const nodes = countNodes(root)
  return { firstPaint, nodes, scroll: query.has('still') ? null : await measureScroll(variant, root) }
}

window.figures = run()
