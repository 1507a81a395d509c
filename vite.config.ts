import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: { manifest: true, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 600 },
})
