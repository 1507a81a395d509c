import { declareCalls } from '../lib/call.ts'
import { OwnSitesBody, SetupSteps } from './setup.ts'
import { InstallationStatus } from './status.ts'

/** Calls about the installation, for administrators (specification 28.3, 28.4 and 28.6). */
export const INSTALLATION_CALLS = declareCalls(
  '/api/companion',
  { by: 'admin' },
  {
    steps: { get: '/setup/steps', summary: 'Что уже настроено', answer: SetupSteps },
    setOwnSites: { post: '/own-sites', perMinute: 60, summary: 'Указать свои сайты', body: OwnSitesBody },
    status: { get: '/status', perMinute: 30, summary: 'Состояние установки', answer: InstallationStatus },
  },
)
