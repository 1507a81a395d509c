/**
 * Launch options of Chromium: no sandbox, which containers do not support, and no network traffic by the browser
 * itself.
 */
export const CHROMIUM = {
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/**
 * Launch options of the headless shell, which saves half of a test's time: it has no windows, profiles and services.
 * Falls back to Chromium.
 */
export const HEADLESS_SHELL = {
  ...CHROMIUM,
  executablePath: process.env.HEADLESS_SHELL_PATH ?? CHROMIUM.executablePath,
}
