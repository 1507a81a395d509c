/** Launch options of Chromium: no sandbox, for containers, and no network traffic of its own. */
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
 * Launch options of the headless shell: no windows, profiles and services, which take half of a test's time. Falls
 * back to Chromium.
 */
export const HEADLESS_SHELL = {
  ...CHROMIUM,
  executablePath: process.env.HEADLESS_SHELL_PATH ?? CHROMIUM.executablePath,
}
