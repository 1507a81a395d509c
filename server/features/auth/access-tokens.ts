import { jwtVerify, SignJWT } from 'jose'

const ISSUER = 'tyre-price-monitor'
const LIFETIME = '15m'
const ALGORITHM = 'HS256'

/** Signs and verifies short-lived bearer tokens, each of which identifies a session. */
export interface AccessTokens {
  sign(sessionId: string): Promise<string>
  /** @returns the session's id, or undefined for a token that is expired, forged, issued elsewhere or malformed */
  verify(token: string): Promise<string | undefined>
}

export function createAccessTokens(secret: string): AccessTokens {
  const key = new TextEncoder().encode(secret)
  return {
    sign: (sessionId) =>
      new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(sessionId)
        .setIssuedAt()
        .setExpirationTime(LIFETIME)
        .sign(key),
    async verify(token) {
      try {
        const options = { issuer: ISSUER, audience: ISSUER, algorithms: [ALGORITHM] }
        return (await jwtVerify(token, key, options)).payload.sub
      } catch {
        return undefined
      }
    },
  }
}
