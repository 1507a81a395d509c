const SILENT: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether nobody behind the proxy spoke: such an answer counts as none (decisions, 'Answers that fail'). */
export function isGatewayStatus(status: number): boolean {
  return SILENT.has(status)
}
