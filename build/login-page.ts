import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/** Content of the root element in index.html. */
const PLACEHOLDER = /(?<=<div id="root">).*?(?=<\/div>)/

/** Replaces style sheets by nothing: index.html links them. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? 'export {}' : null),
}

/**
 * Writes login.html, the page of the app with the login screen in it, which is readable before any script has run
 * (specification 1.2). The server answers the login screen's address with it.
 */
export function loginPage(): Plugin {
  let outDir: string
  return {
    name: 'login-page',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    async writeBundle() {
      // The page's modules read its title and its fields.
      globalThis.document = { title: '', querySelectorAll: () => [] } as unknown as Document
      const { module } = await runnerImport<typeof import('./login-markup.ts')>('./build/login-markup.ts', {
        configFile: false,
        plugins: [withoutStyles],
      })
      const form = module.loginMarkup()
      Reflect.deleteProperty(globalThis, 'document')
      const page = readFileSync(join(outDir, 'index.html'), 'utf8')
      writeFileSync(
        join(outDir, 'login.html'),
        page.replace(PLACEHOLDER, () => form),
      )
    },
  }
}
