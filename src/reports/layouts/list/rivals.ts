/** As many competitors as a glance takes in. */
export const RIVALS = 3
