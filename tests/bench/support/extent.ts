/**
 * Whether the run is `npm run bench -- --quick`, which takes ten minutes. Its ratios are valid; its counts and times
 * are not.
 */
export const IS_QUICK = process.argv.includes('--quick')

const QUICK_SHARE = 5

/** Returns the number of rounds or requests to measure. */
export const extent = (full: number): number => (IS_QUICK ? Math.ceil(full / QUICK_SHARE) : full)
