/** A minimal client of the W3C WebDriver protocol: https://www.w3.org/TR/webdriver2/ */
export interface WebDriverSession {
  navigate(url: string): Promise<void>
  /** Calls a function in the page and awaits its result. */
  call<Result>(source: string, args: readonly unknown[]): Promise<Result>
  /** Performs a sequence of user input (WebDriver §17, Actions). */
  act(actions: readonly object[]): Promise<void>
  end(): Promise<void>
}

/**
 * Opens a session.
 * @param driver URL of the driver, such as http://127.0.0.1:4444
 */
export async function openSession(driver: string, capabilities: object): Promise<WebDriverSession> {
  const created = await command<{ sessionId: string }>('POST', `${driver}/session`, {
    capabilities: { alwaysMatch: capabilities },
  })
  const session = `${driver}/session/${created.sessionId}`
  return {
    navigate: (url) => command('POST', `${session}/url`, { url }),
    call: (source, args) =>
      command('POST', `${session}/execute/sync`, { script: `return (${source})(...arguments)`, args }),
    act: (actions) => command('POST', `${session}/actions`, { actions }),
    end: () => command('DELETE', session),
  }
}

async function command<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${method} ${url}: ${value?.error}: ${value?.message}`)
  return value
}
