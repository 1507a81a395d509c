import { generateSync } from 'otplib'

/**
 * Returns an unused code: that of the next time step, which the tolerance admits, however long the current one still
 * lasts.
 */
export const nextCode = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
