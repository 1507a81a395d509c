import { createRequire } from 'node:module'

/** Declaration of the part of echarts used here, because its package is installed for the benchmarks only. */
interface ECharts {
  init(
    element: null,
    theme: null,
    options: { renderer: 'svg'; ssr: true; width: number; height: number },
  ): { setOption(option: object): void; renderToSVGString(): string; dispose(): void }
}

/** @param option of echarts @returns an SVG document on white */
export function drawChart(size: { width: number; height: number }, option: object): string {
  const echarts = createRequire(new URL('../package.json', import.meta.url))('echarts') as ECharts
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size })
  chart.setOption({ animation: false, backgroundColor: '#fff', ...option })
  const drawing = chart.renderToSVGString()
  chart.dispose()
  return drawing
}
