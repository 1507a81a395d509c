/**
 * Whether this run has the full extent (`npm run test:full`): every suite runs on both databases, every property test
 * runs all its cases, and every test runs in Firefox and WebKit. In other runs, suites without SQL of their own run on
 * SQLite only, property tests run a tenth of their cases, and Firefox and WebKit run only their main flows.
 */
export const FULL_EXTENT = process.env.TEST_EXTENT === 'full'

const FEWEST = 20

/** Returns the number of cases of a property test that has `most` cases in a full run. */
export const runs = (most: number): number =>
  FULL_EXTENT ? most : Math.min(most, Math.max(FEWEST, Math.ceil(most / 10)))
