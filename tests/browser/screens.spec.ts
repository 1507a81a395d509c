// Specification 22.1

import { test as base, expect } from '@playwright/test'
import { watchShifts } from '../screens/in-page.ts'
import { faultsOf } from '../screens/limits.ts'
import { SIZES } from '../screens/looks.ts'
import {
  axeFaults,
  isSettled,
  measure,
  measureLayout,
  openScreen,
  openStage,
  type Stage,
} from '../screens/measure.ts'
import { SCREENS, type Screen } from '../screens/screens.ts'

const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      const stage = await openStage(browser)
      await use(stage)
      await stage.close()
    },
    { scope: 'worker' },
  ],
})

/**
 * One worker for all screens, because each worker would fill a database and start a server. On two cores, the screens
 * take about a minute.
 */
test.describe.configure({ mode: 'default' })

/** Returns the faults of a screen in a desktop's windows, and those of its colours in the dark theme. */
async function faultsOnDesktop(stage: Stage, screen: Screen): Promise<string[]> {
  const look = { screen: screen.name, size: '1440×900', scheme: 'light' } as const
  const page = await stage.open(screen, look)
  await openScreen(page, screen, stage.places)
  const faults = faultsOf(await measure(page, look))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const { contrast, serious } = await axeFaults(page, { coloursOnly: true })
  faults.push(...[...contrast, ...serious].map((fault) => `${screen.name}, dark: ${fault}`))
  // The layout shift of the smaller window is that of the larger one: both have the layout of a desktop.
  await page.setViewportSize(SIZES['1280×720'])
  await isSettled(page)
  faults.push(...faultsOf({ ...(await measureLayout(page)), ...look, size: '1280×720' }))
  await page.close()
  return faults
}

async function faultsOnPhone(stage: Stage, screen: Screen): Promise<string[]> {
  const look = { screen: screen.name, size: '390×844', scheme: 'light' } as const
  const page = await stage.open(screen, look)
  await openScreen(page, screen, stage.places)
  const faults = faultsOf(await measure(page, look))
  await page.close()
  return faults
}

/** Page with one fault of each kind, and beside each something similar that is none. */
const FAULTS = `<!doctype html><html lang="ru"><title>Faults</title><style>
  body { margin: 0; font: 16px/1.5 sans-serif; }
  .short { width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .over { position: absolute; top: 200px; left: 0; }
  .menu { top: 260px; z-index: 1; background: #fff; }
  .wide { width: 500px; }
  .scrolls { overflow-x: auto; }
  .pale { color: #bbb; }
  button { width: 16px; height: 16px; padding: 0; border: 0; display: block; }
  [role=grid] { height: 100px; overflow: auto; }
  [role=row] { height: 30px; }
  </style>
  <p class="short">This text is cut</p><p class="short" title="Whole">This text has a tooltip</p>
  <p class="hidden">For screen readers</p><img src="data:," style="width: 40px">
  <input style="width: 60px" aria-label="Search" placeholder="A placeholder that is cut">
  <p class="over">One text</p><p class="over">Another</p>
  <p class="over" style="top: 260px">Below</p><p class="over menu">A menu</p>
  <main style="position: absolute; top: 320px; left: 0; right: 0">
    <div class="wide">Beyond the edge</div><div class="scrolls"><div class="wide">In a strip</div></div>
    <p class="pale">Pale</p><button aria-label="a"></button><button aria-label="b"></button>
    <div role="grid" aria-label="Rows" tabindex="0">
      ${'<div role="row"><span role="gridcell">1</span><span role="gridcell">2</span></div>'.repeat(2)}
      <div role="row"><span role="gridcell">A heading</span></div>
      ${'<div role="row"><span role="gridcell">3</span><span role="gridcell">4</span></div>'.repeat(4)}
    </div>
  </main>`

test('each kind of fault is found once', async ({ browser }) => {
  const page = await browser.newPage({ viewport: SIZES['390×844'] })
  await page.addInitScript(watchShifts)
  await page.goto('data:text/html;charset=utf-8,')
  await page.setContent(FAULTS)
  const found = await measure(page, { screen: 'table', size: '390×844', scheme: 'light' })
  expect(found).toMatchObject({
    rows: 2,
    cut: [expect.stringContaining('This text is cut'), expect.stringContaining('A placeholder')],
    overlapping: [expect.stringMatching(/'One text' and .*'Another'/)],
    overflowing: ['the page, by 110 px', expect.stringContaining('Beyond the edge')],
    contrast: [expect.stringContaining('.pale')],
    targets: [expect.stringContaining('"a"'), expect.stringContaining('"b"')],
    serious: [expect.stringContaining('image-alt')],
  })
  await page.evaluate(() => {
    document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 300px' }))
  })
  await expect
    .poll(async () => (await measure(page, { screen: 'home', size: '390×844', scheme: 'light' })).shift)
    .toBeGreaterThan(0.1)
  await page.close()
})

for (const screen of SCREENS) {
  test(`the screen ${screen.name} keeps the limits`, async ({ stage }) => {
    const faults = await Promise.all([faultsOnDesktop(stage, screen), faultsOnPhone(stage, screen)])
    expect(faults.flat()).toEqual([])
  })
}
