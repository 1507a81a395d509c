import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
// Imported first, because it declares the order of the style layers.
import './ui/styles.css'
import { App } from './app/App.tsx'
import { preloadPages } from './app/Entrance.tsx'
import { watchInstallation } from './pwa/install.ts'
import { registerWorker } from './pwa/registration.ts'
import { reloadOnMissingChunk } from './pwa/reload-once.ts'
import { watchStoreProblems } from './pwa/store-problem.ts'
import { watchInput } from './pwa/unsent-input.ts'
import { applyStoredTheme } from './ui/theme.ts'

applyStoredTheme()
// Exposes the running version in the DOM.
document.documentElement.dataset.version = import.meta.env.VITE_APP_VERSION
reloadOnMissingChunk()
watchInput()
watchInstallation()
watchStoreProblems()
preloadPages(window.location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// Registers the worker after the page has loaded its own resources.
if (document.readyState === 'complete') void registerWorker()
else window.addEventListener('load', () => void registerWorker(), { once: true })
