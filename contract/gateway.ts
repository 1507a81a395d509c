const SILENT: ReadonlySet<number> = new Set([502, 503, 504])

/** Returns whether a proxy answered because the backend did not; such an answer counts as none (specification 6.2). */
export function isGatewayStatus(status: number): boolean {
  return SILENT.has(status)
}
