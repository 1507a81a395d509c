/** `npm run bench -- --quick`: ratios in ten minutes. Printed counts and times hold for the full extent alone. */
export const IS_QUICK = process.argv.includes('--quick')

const QUICK_SHARE = 5

/** Number of rounds or requests to measure. */
export const extent = (full: number): number => (IS_QUICK ? Math.ceil(full / QUICK_SHARE) : full)
