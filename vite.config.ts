import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { BACKEND_PREFIXES } from './contract/paths.ts'
import { SHELL_ROOT_FILES } from './contract/worker/shell-files.ts'
import { manifest } from './manifest.config.ts'
import { shellList } from './shell-list.config.ts'

process.env.VITE_APP_VERSION ??= JSON.parse(readFileSync('package.json', 'utf8')).version

/** The oldest browsers that README promises; tests/build holds what is built against them. */
const TARGET = ['safari16.4', 'firefox115', 'chrome111']

const shell = shellList()

export default defineConfig({
  plugins: [
    react(),
    shell.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      // The system keeps the icons itself.
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [...SHELL_ROOT_FILES, 'assets/**'],
        manifestTransforms: [shell.transform],
        target: TARGET,
      },
      devOptions: { enabled: process.env.VITE_DEV_WORKER === '1', type: 'module', suppressWarnings: true },
    }),
  ],
  // Specification 9.2 names the public push key REACT_APP_VAPID_PUBLIC_KEY.
  envPrefix: ['VITE_', 'REACT_APP_VAPID_'],
  // Of Vite's CSS transformers the one that knows @custom-media (src/ui/breakpoints.css).
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    manifest: true,
    target: TARGET,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Short and without the modules' names, because the worker's list of files carries them (dist/.vite/manifest.json has the names).
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What the cabinet's pages share, and small styles, come with its frame: a file of each would be one more to fetch and
          // to keep offline.
          groups: [
            {
              name: 'cabinet',
              test: new RegExp(
                [
                  '/src/cabinet/(?:proof/)?[^/]+$',
                  '/src/cabinet/settings/[^/]+\\.css$',
                  '/contract/new-user\\.ts$',
                ].join('|'),
              ),
            },
            // The router, the cache of answers, and small things that every signed-in page loads with its frame or right after it.
            {
              name: 'shared',
              test: new RegExp(
                [
                  '/src/ui/(?:Badge|Dialog|SavedNote|ShowSaved|format-moment|format-size|nouns|plural|useDismissal|useFitsWindow|useFocusOnOpen)\\.tsx?$',
                  '/src/(?:api/(?:arranged|extras|list-ahead|notification-key|recognized|saved-answer)|pwa/use(?:Controlled|Later|SavedCopy|SavedState)|report-choice/(?:arranged-words|card-state|choice-words|compared-kind|kept-city|needs-city|offered-choice|report-address|saved-table|set-words)|reports/save-report/save-hint)\\.ts$',
                  '/node_modules/react-router(?:-dom)?/',
                  '/node_modules/@tanstack/(?:query-core|react-query)/(?!.*(?:[iI]nfiniteQuery(?!Behavior)|MutationObserver|mutationObserver|useMutation))',
                  '/contract/(?:changes-path|columns|dates|filter-sets|filters|format-cell|host-name|lists|minus|moves|paging|percent|quick-filters|reports|search/cut-query|sort-key|statistics|tyre-words|tyre/card-path|well-formed|tyre-specs)\\.ts$',
                ].join('|'),
              ),
            },
            // What asks for a report's pages, on screen or to keep them.
            {
              name: 'report-calls',
              test: /\/src\/(?:api\/(?:report-queries|companion-query|read-page|page-chunks)|report-choice\/run-pages)\.ts$|\/contract\/companion\.ts$|\/queryOptions\.js$/,
            },
            // A tyre's card as a panel and as a page; its chart comes when it is in view.
            {
              name: 'tyre',
              test: /\/src\/tyre\/(?!chart\/)|\/src\/api\/(?:probe-page|tyre-queries)\.ts$|\/contract\/(?:tyre\/(?!card-path)|proposed-price\.ts$)/,
            },
            // What decides prices, from a report or a card; the page of decisions comes when it is opened.
            {
              name: 'decide',
              test: /\/src\/decisions\/(?!sets|file|Decisions?(?:Table|Row|Page|Card)|decisions-card)|\/contract\/decisions\/(?!database)|\/src\/api\/decision-calls\.ts$|\/node_modules\/idb\/|\/src\/report-choice\/run-rows\.ts$/,
            },
            // The pages of administrators in one file, because each name costs the worker, which lists them all, as much as a
            // few lines of its own code.
            {
              name: 'admin',
              test: new RegExp(
                [
                  '/src/cabinet/(?:audit|sources|users)/',
                  '/src/api/(?:audit|source|user)-calls\\.ts$',
                  '/src/api/upload\\.ts$',
                  '/@tanstack/.+/(?:infiniteQueryObserver|(?:use)?[iI]nfiniteQuery(?:Options)?)\\.js$',
                  '/contract/(?:sources/|account/(?:audit-log|users)\\.ts$)',
                ].join('|'),
              ),
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  // Otherwise Vite also scans the benchmarks' pages, whose packages are not installed, and gives up.
  optimizeDeps: { entries: ['index.html'] },
  // npm run dev: the companion server answers beside Vite.
  server: {
    proxy: Object.fromEntries(
      [...BACKEND_PREFIXES, '/docs'].map((prefix) => [
        prefix,
        process.env.DEV_API ?? 'http://localhost:3001',
      ]),
    ),
  },
})
