import { generateSync } from 'otplib'

/** Returns a code that is certainly unused: the server's tolerance admits the code of the next time step. */
export const nextCode = (secret: string): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
