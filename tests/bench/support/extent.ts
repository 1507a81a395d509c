/** `npm run bench -- --quick`: ratios of everything in ten minutes. What it prints of counts and times holds for the full extent alone. */
export const IS_QUICK = process.argv.includes('--quick')

const QUICK_SHARE = 5

/** How many of something are measured. */
export const extent = (full: number): number => (IS_QUICK ? Math.ceil(full / QUICK_SHARE) : full)
