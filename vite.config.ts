import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { sharedGroups } from './build/chunk-groups.ts'
import { loginPage } from './build/login-page.ts'
import { manifest } from './build/manifest.ts'
import { precompress } from './build/precompress.ts'
import { shellList } from './build/shell-list.ts'
import { BACKEND_PREFIXES } from './contract/paths.ts'
import { SHELL_ROOT_FILES } from './contract/worker/shell-files.ts'

process.env.VITE_APP_VERSION ??= JSON.parse(readFileSync('package.json', 'utf8')).version

/** The oldest browsers that README promises; tests/build checks the build against them. */
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
      // The operating system stores the icons itself.
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [...SHELL_ROOT_FILES, 'assets/**'],
        manifestTransforms: [shell.transform],
        target: TARGET,
      },
      devOptions: { enabled: process.env.VITE_DEV_WORKER === '1', type: 'module', suppressWarnings: true },
    }),
    loginPage(),
    precompress(),
  ],
  // Specification 9.2 names the public push key REACT_APP_VAPID_PUBLIC_KEY.
  envPrefix: ['VITE_', 'REACT_APP_VAPID_'],
  // Vite's only CSS transformer that knows @custom-media (src/ui/breakpoints.css).
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  // The package's exports name its development build alone.
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: `${import.meta.dirname}/node_modules/react-router/dist/production/index.mjs`,
      },
    ],
  },
  build: {
    manifest: true,
    target: TARGET,
    // Safari before 17 then loads modules without preloading them.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Short names without the modules' names, because the worker's list of files contains them
        // (dist/.vite/manifest.json has the module names).
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Modules of the sign-in page, which must not load the following groups.
            { name: 'entry', tags: ['$initial'] },
            ...sharedGroups(),
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  // Otherwise Vite also scans the benchmarks' pages, whose packages are not installed, and fails.
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
