// Specification 28.3

import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SetupSteps } from '../../../../contract/installation/setup.ts'

const STEPS: SetupSteps = {
  own: { hosts: [], fixed: false, recognised: [] },
  sites: [],
  last_day: null,
  reached: false,
  push: true,
  mail: false,
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

it.each([
  {
    name: 'the server has no key',
    push: false,
    key: `B${'A'.repeat(86)}`,
    words: /npm run push-keys -- new/,
  },
  { name: 'the app was built without a key', push: true, key: '', words: /VITE_VAPID_PUBLIC_KEY/ },
])(
  'DeliveryStep says how to switch push on instead of offering it if $name',
  async ({ push, key, words }) => {
    vi.stubEnv('VITE_VAPID_PUBLIC_KEY', key)
    vi.resetModules()
    const { DeliveryStep } = await import('./SetupStepsPage.tsx')
    render(<DeliveryStep steps={{ ...STEPS, push }} />)
    screen.getByText(words)
    expect(screen.queryByText(/Проверить push/)).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
  },
)
