import { queryOptions } from '@tanstack/react-query'
import { INSTALLATION_PATHS } from '../../../contract/installation/installation-paths.ts'
import { SetupSteps } from '../../../contract/installation/setup.ts'
import { InstallationStatus } from '../../../contract/installation/status.ts'
import { changeOnCompanion, getFromCompanion } from '../../data/companion-calls.ts'

/** Requests of specification 28.3 and 28.6. They throw errors of getFromCompanion and postToCompanion. */

export const statusQuery = queryOptions({
  queryKey: ['installation', 'status'],
  queryFn: ({ signal }) => getFromCompanion(InstallationStatus, INSTALLATION_PATHS.status, signal),
  // The state changes without an action of the user.
  refetchOnWindowFocus: 'always',
})

export const setupStepsQuery = queryOptions({
  queryKey: ['installation', 'setup'],
  queryFn: ({ signal }) => getFromCompanion(SetupSteps, INSTALLATION_PATHS.setupSteps, signal),
  // Prices and links appear on other pages.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})

export const saveOwnSites = (hosts: readonly string[]): Promise<void> =>
  changeOnCompanion(INSTALLATION_PATHS.ownSites, { hosts })
