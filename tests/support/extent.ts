/**
 * Whether this run has the full extent (`npm run test:full`): every suite on both engines, every property with all its cases. Otherwise
 * suites without SQL of their own run on SQLite alone, and properties have a tenth of their cases.
 */
export const FULL_EXTENT = process.env.TEST_EXTENT === 'full'

const FEWEST = 20

/** Number of cases of a property test that has `most` in a full run. */
export const runs = (most: number): number =>
  FULL_EXTENT ? most : Math.min(most, Math.max(FEWEST, Math.ceil(most / 10)))
