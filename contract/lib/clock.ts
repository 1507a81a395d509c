/** Time in ms by which the server's clock is ahead of this device's; 0 unless a page has found them a day apart. */
export const clock = { ahead: 0 }

/** Returns the time by the server's clock, as far as it is known. */
export const serverNow = (): number => Date.now() + clock.ahead
