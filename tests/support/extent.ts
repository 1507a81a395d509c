/**
 * Whether this run has the full extent (`npm run test:full`): every suite on both databases, every property with all its cases, every test
 * in Firefox and WebKit. Otherwise suites without SQL of their own run on SQLite alone, properties have a tenth of their cases, and the
 * other engines run their main flows.
 */
export const FULL_EXTENT = process.env.TEST_EXTENT === 'full'

const FEWEST = 20

/** Number of cases of a property test that has `most` in a full run. */
export const runs = (most: number): number =>
  FULL_EXTENT ? most : Math.min(most, Math.max(FEWEST, Math.ceil(most / 10)))
