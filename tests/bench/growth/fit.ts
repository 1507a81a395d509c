/** Size of a market, and the measured cost. */
export type Point = readonly [size: number, cost: number]

/**
 * Returns the exponent of the power of size that fits the costs best (least squares of the logarithms): 0 is constant,
 * 1 is linear.
 */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const)
  const mean = (of: 0 | 1) => logs.reduce((sum, log) => sum + log[of], 0) / logs.length
  const [x, y] = [mean(0), mean(1)]
  const covariance = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0)
  const variance = logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0)
  return covariance / variance
}
