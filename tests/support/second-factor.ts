import { generateSync } from 'otplib'

/** A code that is not spent yet: of the next step, which the tolerance admits, however long this one still lasts. */
export const nextCode = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
