import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import assumed from '../bench/capacity/assumptions.json' with { type: 'json' }
import { withPlan } from '../bench/capacity/paper.ts'
import { type Measured, type Parts, planCapacity } from '../bench/capacity/plan.ts'

/** Own assumptions, so that those of the document can be changed. */
const ASSUMED = {
  ...assumed,
  people: 50_000,
  offers: 12_000_000,
  presentShare: 0.6,
  visitsOfOne: 2,
  peakHourShare: 0.2,
  burst: 1.5,
  openTabsShare: 0.25,
  pollSeconds: 30,
  keepDays: 400,
  historyOfYear: 5e9,
  notificationsOfPersonAndDay: 20_000,
  busiest: 0.6,
  fullest: 0.7,
}
const VISIT = { list: { perVisit: 4 }, poll: { perVisit: undefined } }
const PARTS: Parts = { server: 10, primary: 1, standby: 2 }
/** Round figures of a market of a tenth of the planned one. */
const MEASURED = {
  offers: ASSUMED.offers / 10,
  importing: { server: 30, primary: 6, standby: 3 },
  diskOfDay: 100e6,
  kinds: { list: PARTS, poll: PARTS },
  bytes: { list: 10_000, poll: 1_000 },
  idle: PARTS,
  mixed: { perRequest: PARTS, ofKinds: PARTS },
  memory: 1e9,
} as unknown as Measured

const plan = (change: Partial<typeof ASSUMED> = {}) =>
  planCapacity(MEASURED, { ...ASSUMED, ...change }, VISIT)

describe('planCapacity', () => {
  it('computes the busy cores from the requests of visits and the polls of open tabs', () => {
    const { visitsInPeakHour, requestsPerSecond, pollsPerSecond, cores } = plan()
    // 50,000 × 0.6 × 2 × 0.2; 12,000 / 3,600 × 1.5 × 4 requests; 50,000 × 0.25 / 30 polls
    expect(visitsInPeakHour).toBeCloseTo(12_000)
    expect(pollsPerSecond).toBeCloseTo(416.67, 1)
    expect(requestsPerSecond).toBeCloseTo(20 + 416.67, 1)
    expect(cores.server).toBeCloseTo(4.367, 2)
    expect(cores.standby).toBeCloseTo(0.873, 2)
  })

  it('has a spare server, and disks that are not full after a year', () => {
    const { machines, limits } = plan()
    // 4.37 / 0.6 and one more
    expect(machines.find(({ name }) => name === 'server')?.count).toBe(9)
    // 100 MB × 10 × 400 + 5 GB of prices, 20 kB × 50,000 × 365 of notifications
    const disk = limits.find(({ name }) => name.startsWith('disk'))
    expect(disk?.used).toBeCloseTo(405 + 365)
    expect(disk?.available).toBe(1_250)
  })

  it('grows with people, offers and days, each where it costs', () => {
    const base = plan()
    expect(plan({ people: ASSUMED.people * 2 }).cores.server).toBeCloseTo(base.cores.server * 2)
    expect(plan({ offers: ASSUMED.offers * 2 }).importHours).toBeCloseTo(base.importHours * 2)
    expect(plan({ offers: ASSUMED.offers * 2 }).cores).toEqual(base.cores)
    expect(plan({ keepDays: 200 }).prices).toBeLessThan(base.prices)
  })

  it('adds up prices, and names the fullest resource first', () => {
    const { machines, price, limits } = plan()
    const ofMachines = machines.reduce((sum, { price: ofAll }) => sum + ofAll, 0)
    expect(price.all).toBeCloseTo(ofMachines + price.copies + price.traffic)
    const shares = limits.map(({ used, available }) => used / available)
    expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  })
})

it('docs/capacity.md has the tables that the measured figures give', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8')
  expect(withPlan(document)).toBe(document)
})
