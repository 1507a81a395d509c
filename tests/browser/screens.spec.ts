// Specification 22.1

import { test as base, expect } from '@playwright/test'
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

/** One worker for all screens, because each worker would fill a database and start a server. */
test.describe.configure({ mode: 'default' })

/** Returns the faults of a screen in a desktop's windows, and those of its colours in the dark theme. */
async function faultsOnDesktop(stage: Stage, screen: Screen): Promise<string[]> {
  const look = { screen: screen.name, size: '1440×900', scheme: 'light' } as const
  const page = await stage.open(screen, look)
  await openScreen(page, screen, stage.places)
  const faults = faultsOf(await measure(page, look))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const { contrast } = await axeFaults(page, false)
  faults.push(...contrast.map((fault) => `${screen.name}, dark: ${fault}`))
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

for (const screen of SCREENS) {
  test(`the screen ${screen.name} keeps the limits`, async ({ stage }) => {
    const faults = await Promise.all([faultsOnDesktop(stage, screen), faultsOnPhone(stage, screen)])
    expect(faults.flat()).toEqual([])
  })
}
