import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import { ensureBuilt } from '../../scripts/setup.mjs'
import { HEADLESS_SHELL } from '../support/chromium.ts'
import { addPicture, boardLooks, clearSide, openReducer, pictureName, writeBoard } from './board.ts'
import { faultsOf } from './limits.ts'
import { type Look, SCHEMES, SIZES, type Size } from './looks.ts'
import { type Figures, measure, openScreen, openStage } from './measure.ts'
import { SCREENS, type Screen } from './screens.ts'
import { figuresTable } from './table.ts'

/**
 * npm run screens [-- OPTIONS] [NAMES…]: opens every screen on made-up prices, prints its figures and faults, and fails
 * if a limit is exceeded. --size 390×844 and --scheme dark restrict the looks; --pictures DIR writes screenshots;
 * --board before or --board after takes the pictures of docs/screens, without measuring.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', multiple: true, default: [] },
    scheme: { type: 'string', multiple: true, default: [] },
    pictures: { type: 'string' },
    board: { type: 'string' },
  },
})
const chosen = <Name extends string>(all: readonly Name[], named: readonly string[]): Name[] =>
  all.filter((name) => named.length === 0 || named.includes(name))
const sizes = chosen(
  Object.keys(SIZES) as Size[],
  values.size.map((size) => size.replace('x', '×')),
)
const schemes = chosen(SCHEMES, values.scheme)
const screens = SCREENS.filter(({ name }) => chosen([name], positionals).length > 0)
const side = values.board === 'before' || values.board === 'after' ? values.board : undefined
if (values.board !== undefined && !side) throw new Error('--board before or --board after')

const looksOf = (screen: Screen): Look[] =>
  side ? boardLooks(screen) : sizes.flatMap((size) => schemes.map((scheme) => ({ size, scheme })))

/** Number of screens that are open at the same time: more of them than cores would delay each other. */
const AT_ONCE = 2

ensureBuilt()
if (values.pictures) mkdirSync(values.pictures, { recursive: true })
if (side) clearSide(side, positionals.length === 0)
const browser = await chromium.launch(HEADLESS_SHELL)
const stage = await openStage(browser)
const reducer = await openReducer(browser)
const all: Figures[] = []
try {
  const left = screens.flatMap((screen) => looksOf(screen).map((look) => ({ screen, look })))
  const takeNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { screen, look } = next
      const page = await stage.open(screen, look)
      await openScreen(page, screen, stage.places)
      if (side) await addPicture(page, side, screen, look, reducer)
      if (values.pictures)
        await page.screenshot({ path: `${values.pictures}/${pictureName(screen, look, 'png')}` })
      if (!side) all.push(await measure(page, { screen: screen.name, ...look }))
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
} finally {
  await reducer.close()
  await stage.close()
  await browser.close()
}
if (side) writeBoard()
else {
  const faults = all.flatMap(faultsOf)
  process.stdout.write(
    `${figuresTable(all)}\n${faults.join('\n')}\n${all.length} looks, ${faults.length} faults\n`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}
