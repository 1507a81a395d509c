import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))

/** Scripts that these entries load, with all that they import at once. */
function scriptsOf(entries) {
  const files = new Set()
  const visit = (key) => {
    const { file, imports = [] } = manifest[key]
    if (files.has(file)) return
    files.add(file)
    imports.forEach(visit)
  }
  entries.forEach(visit)
  return [...files].map((file) => `dist/${file}`)
}

const SIGN_IN = ['index.html']
const REPORT = [...SIGN_IN, 'src/app/SignedInApp.tsx', 'src/reports/ReportPage.tsx']

export default [
  { name: 'JavaScript of the sign-in page', path: scriptsOf(SIGN_IN), gzip: true, limit: '90 kB' },
  {
    name: 'JavaScript of a report with its table, in total',
    path: scriptsOf(REPORT),
    gzip: true,
    limit: '150 kB',
  },
  {
    name: 'Chart of a price history',
    path: `dist/${manifest['src/tyre/chart/HistoryChart.tsx'].file}`,
    gzip: true,
    limit: '25 kB',
  },
  { name: 'Service worker', path: 'dist/sw.js', gzip: true, limit: '12 kB' },
]
