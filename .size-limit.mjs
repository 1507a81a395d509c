import { builtFile, filesOf, REPORT, SIGN_IN } from './tests/support/built-file.ts'

const scriptsOf = (modules) => filesOf(modules).scripts.map((file) => `dist/${file}`)

export default [
  { name: 'JavaScript of the sign-in page', path: scriptsOf(SIGN_IN), gzip: true, limit: '95 kB' },
  {
    name: 'JavaScript of a report with its table, in total',
    path: scriptsOf(REPORT),
    gzip: true,
    limit: '170 kB',
  },
  {
    name: 'Chart of a price history',
    path: `dist/${builtFile('src/features/tyre/chart/HistoryChart.tsx')}`,
    gzip: true,
    limit: '25 kB',
  },
  { name: 'Service worker', path: 'dist/sw.js', gzip: true, limit: '12 kB' },
]
